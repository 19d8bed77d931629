package dev.rota.jobs;

import dev.rota.engine.Decision;
import dev.rota.engine.Domain;
import dev.rota.engine.Input;
import dev.rota.engine.Nullable;
import dev.rota.engine.Output;
import dev.rota.engine.Scheduler;
import dev.rota.engine.TableType;
import dev.rota.engine.Tables;
import dev.rota.engine.UnitGauge;
import dev.rota.jobs.explain.Explanation;
import dev.rota.jobs.explain.JobEnding;
import dev.rota.jobs.farm.FarmGauges;
import dev.rota.jobs.farm.JobsTables;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;

/** The scheduler of queued jobs to bots. A unit is one cohort with its jobs, bots and quotas. */
public final class JobsDomain implements Domain {

    public static final String SUBMISSIONS = "jobs.submissions";

    public static final String BOTS = "jobs.bots";

    public static final String POLICIES = "jobs.policies";

    public static final Output<LeaseEvent> ASSIGNMENTS = Output.of("jobs.assignments", LeaseEvent.class);

    static final Output<JobStateEvent> EVENTS = Output.of("jobs.events", JobStateEvent.class);

    private static final String COHORTS = "cohorts";

    private final Cohorts cohorts;

    public JobsDomain() {
        this(Cohorts.DEFAULT);
    }

    private JobsDomain(Cohorts cohorts) {
        this.cohorts = cohorts;
    }

    @Override
    public String name() {
        return "jobs";
    }

    @Override
    public List<Input<?>> inputs() {
        JobsAdmission admission = new JobsAdmission(cohorts);
        return List.of(
                new Input<>(SUBMISSIONS, JobEvent.class, admission::job),
                new Input<>(BOTS, BotEvent.class, admission::bot),
                new Input<>(POLICIES, PolicyEvent.class, admission::policy));
    }

    @Override
    public List<Output<?>> decisions() {
        return List.of(ASSIGNMENTS, EVENTS);
    }

    @Override
    public List<TableType<?>> tables() {
        return JobsTables.ALL;
    }

    @Override
    public List<UnitGauge> gauges() {
        return FarmGauges.ALL;
    }

    @Override
    public Scheduler scheduler(int rules) {
        return new JobsScheduler();
    }

    @Override
    public Set<String> settings() {
        return Collections.singleton(COHORTS);
    }

    @Override
    public Domain configured(SortedMap<String, String> settings) {
        String setting = settings.get(COHORTS);
        return setting == null || setting.isBlank() ? this : new JobsDomain(Cohorts.parse(setting));
    }

    /** The names of the cohorts, in order. */
    public List<String> cohorts() {
        return cohorts.names();
    }

    /** The label that the first cohort asks of a bot. */
    public String labelOfFirstCohort() {
        return cohorts.labelOfFirst();
    }

    /**
     * Explains a job's state in one sentence.
     *
     * @param tables its cohort's
     * @param now its cohort's time
     * @return null if the cohort does not know the job: it was never accepted, or has ended
     */
    public @Nullable String explain(Tables tables, String job, long now) {
        return Explanation.of(tables, job, now);
    }

    /** Describes in one sentence how a decision has ended a job; null if it has not. */
    public @Nullable String ending(Decision decision, String job) {
        return JobEnding.of(decision, job);
    }

    @Override
    public String mapping() {
        return cohorts.toString();
    }
}
