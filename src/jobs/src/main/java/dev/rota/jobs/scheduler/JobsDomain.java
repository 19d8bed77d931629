package dev.rota.jobs.scheduler;

import dev.rota.engine.Adoption;
import dev.rota.engine.ClientRole;
import dev.rota.engine.Domain;
import dev.rota.engine.EventInquiry;
import dev.rota.engine.Input;
import dev.rota.engine.Inquiry;
import dev.rota.engine.Output;
import dev.rota.engine.Scheduler;
import dev.rota.engine.Subject;
import dev.rota.engine.TableType;
import dev.rota.engine.UnitGauge;
import dev.rota.jobs.BotEvent;
import dev.rota.jobs.JobEvent;
import dev.rota.jobs.JobsTopics;
import dev.rota.jobs.PolicyEvent;
import dev.rota.jobs.explain.BotExplainer;
import dev.rota.jobs.explain.FarmSource;
import dev.rota.jobs.explain.InstanceExplainer;
import dev.rota.jobs.explain.JobExplainer;
import dev.rota.jobs.explain.JobsEventInquiry;
import dev.rota.jobs.explain.JobsSentence;
import dev.rota.jobs.explain.MatchExplainer;
import dev.rota.jobs.farm.FarmGauges;
import dev.rota.jobs.farm.FarmReading;
import dev.rota.jobs.farm.JobsTables;
import dev.rota.jobs.view.CohortState;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;

/** The scheduler of queued jobs to bots. A unit is one cohort with its jobs, bots and quotas. */
public final class JobsDomain implements Domain {

    /** Bots, which read leases and write their state. */
    public static final ClientRole BOT =
            ClientRole.of("bot", List.of(JobsTopics.ASSIGNMENTS.topic()), List.of(JobsTopics.BOTS));

    /** Clients that submit jobs and read their events. */
    public static final ClientRole JOB = ClientRole.of(
            "job", List.of(JobsTopics.EVENTS.topic(), JobsTopics.REJECTIONS.topic()), List.of(JobsTopics.SUBMISSIONS));

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
                submissions(admission),
                new Input<>(JobsTopics.BOTS, BotEvent.class, admission::bot),
                new Input<>(JobsTopics.POLICIES, PolicyEvent.class, admission::policy).notHeard());
    }

    private static Input<JobEvent> submissions(JobsAdmission admission) {
        return new Input<>(JobsTopics.SUBMISSIONS, JobEvent.class, admission::job).notHeard();
    }

    @Override
    public Adoption adoption() {
        return new JobAdoption(submissions(new JobsAdmission(cohorts)));
    }

    @Override
    public List<Output<?>> decisions() {
        return JobsTopics.DECISIONS;
    }

    @Override
    public List<JobsReason> reasons() {
        return List.of(JobsReason.values());
    }

    @Override
    public List<TableType<?>> tables() {
        return JobsTables.ALL;
    }

    /** Returns 4: a remembered end contains when it is forgotten. */
    @Override
    public int rowFormat() {
        return 4;
    }

    @Override
    public List<ClientRole> clientRoles() {
        return List.of(BOT, JOB);
    }

    @Override
    public List<UnitGauge> gauges() {
        return FarmGauges.ALL;
    }

    @Override
    public SortedMap<String, String> pages() {
        SortedMap<String, String> pages = new TreeMap<>();
        pages.put(CohortState.NAME, "application/json");
        pages.put(CohortState.QUEUE, "application/json");
        pages.put(CohortState.BOTS.named("bot"), "application/json");
        return pages;
    }

    @Override
    public Scheduler scheduler(int rules) {
        return new JobsScheduler((asked, farm) -> inquiry(asked, tables -> farm), CohortState::of);
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

    /** Returns the names of the cohorts, in order. */
    public List<String> cohorts() {
        return cohorts.names();
    }

    /** Returns a label that makes a bot one of the first cohort. */
    public String labelOfFirstCohort() {
        return cohorts.labelOfFirst();
    }

    @Override
    public List<String> subjects() {
        return List.of("job", "bot", "instance", MatchExplainer.KIND);
    }

    @Override
    public Inquiry inquiry(Inquiry.Asked asked) {
        return asked.name().equals(EventInquiry.NAME)
                ? new JobsEventInquiry(this, EventInquiry.of(asked))
                : inquiry(asked, FarmReading::of);
    }

    private Inquiry inquiry(Inquiry.Asked asked, FarmSource farms) {
        Subject subject = asked.subject();
        return switch (subject.kind()) {
            case "job" -> new JobExplainer(subject.id(), farms);
            case "bot" -> new BotExplainer(subject.id(), farms);
            case "instance" -> new InstanceExplainer(subject.id(), farms);
            case MatchExplainer.KIND -> new MatchExplainer(subject.id(), farms);
            default -> throw subject.unknownTo(this);
        };
    }

    @Override
    public String mapping() {
        return cohorts.toString();
    }

    @Override
    public String sentence(SpecificRecord decision) {
        return JobsSentence.of(decision);
    }
}
