package dev.rota.jobs.scheduler;

import dev.rota.engine.Checkpoint;
import dev.rota.engine.Decision;
import dev.rota.engine.Nullable;
import dev.rota.engine.Rejection;
import dev.rota.jobs.Action;
import dev.rota.jobs.CohortDemand;
import dev.rota.jobs.CohortPolicy;
import dev.rota.jobs.InstanceQuota;
import dev.rota.jobs.JobCancelled;
import dev.rota.jobs.JobEvent;
import dev.rota.jobs.JobStateEvent;
import dev.rota.jobs.JobStateKind;
import dev.rota.jobs.JobSubmitted;
import dev.rota.jobs.LeaseEvent;
import dev.rota.jobs.Operation;
import dev.rota.jobs.OperationEvent;
import dev.rota.jobs.PolicyEvent;
import dev.rota.jobs.Property;
import dev.rota.testing.Moment;
import dev.rota.testing.TestLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.apache.avro.specific.SpecificRecord;

/**
 * A log of jobs under test. Decisions are short texts: {@code j1 QUEUED}, {@code j1 ASSIGNED b1}, {@code b1:
 * ASSIGNED j1/1 CAPACITY}, {@code JOB_EXISTS}. Each event comes at the time that was set last.
 */
final class TestFarm {

    private final TestLog log;
    private final Map<String, String> botOf = new TreeMap<>();
    private long time = 1_000;

    private TestFarm(TestLog log) {
        this.log = log;
    }

    static TestFarm warm() {
        return of(TestLog.warm(new JobsDomain()));
    }

    static TestFarm cohorts(String setting) {
        return of(TestLog.warm(ConfiguredJobs.domain(setting)));
    }

    static TestFarm of(TestLog log) {
        return new TestFarm(log);
    }

    TestLog log() {
        return log;
    }

    TestFarm at(long next) {
        time = next;
        return this;
    }

    long time() {
        return time;
    }

    /** Returns the bot that each assigned job is on according to the decisions, by cohort and job. */
    Map<String, String> botOf() {
        return botOf;
    }

    List<String> policy(UnaryOperator<CohortPolicy.Builder> change) {
        return policy("default", change);
    }

    List<String> policy(String cohort, UnaryOperator<CohortPolicy.Builder> change) {
        return rule(cohort, change.apply(CohortPolicy.newBuilder()).build());
    }

    List<String> quota(String instance, int min, int max) {
        return rule(
                "default",
                InstanceQuota.newBuilder()
                        .setInstance(instance)
                        .setMin(min)
                        .setMax(max)
                        .build());
    }

    List<String> operate(Action action, @Nullable String bot, @Nullable String instance) {
        return rule("default", new Operation(action, bot, instance));
    }

    List<String> rule(String cohort, SpecificRecord rule) {
        return hear(new PolicyEvent(cohort, rule));
    }

    List<String> submit(String job, String instance) {
        return submit(job, instance, 0);
    }

    List<String> submit(String job, String instance, int priority, String... needs) {
        return submit(job, "unknown", wanted(instance, priority, null, needs));
    }

    List<String> submitHinted(String job, String hint) {
        return submit(job, "unknown", wanted("a", 0, hint));
    }

    List<String> submit(String job, String label, JobSubmitted submitted) {
        return hear(new JobEvent(job, label, submitted));
    }

    /** @param needs names and values in turn */
    static JobSubmitted wanted(String instance, int priority, @Nullable String hint, String... needs) {
        List<Property> requirements = new ArrayList<>();
        for (int i = 0; i < needs.length; i += 2) {
            requirements.add(new Property(needs[i], needs[i + 1]));
        }
        return JobSubmitted.newBuilder()
                .setInstance(instance)
                .setPriority(priority)
                .setRequirements(requirements)
                .setLocalityHint(hint)
                .build();
    }

    List<String> cancel(String job) {
        return hear(new JobEvent(job, "unknown", new JobCancelled()));
    }

    List<String> sync(BotEventBuilder bot) {
        return hear(bot.sync());
    }

    List<String> close(BotEventBuilder bot) {
        return hear(bot.closed());
    }

    /** Advances the time without events. */
    List<String> pass(long until) {
        time = until;
        return shorts(log.tick(until));
    }

    List<Decision> decisions(SpecificRecord event) {
        return log.take(new Moment(time, event));
    }

    /** Lets intake make an event from an adopted record. */
    List<Decision> adopted(SpecificRecord event) {
        return log.take(new Moment(time, null, event, true));
    }

    List<String> hear(SpecificRecord event) {
        return shorts(decisions(event));
    }

    private List<String> shorts(List<Decision> decisions) {
        List<String> shorts = new ArrayList<>();
        for (Decision decision : decisions) {
            if (!(decision.value() instanceof Checkpoint)) {
                follow(decision);
                shorts.add(inShort(decision.value()));
            }
        }
        return shorts;
    }

    /** Asserts that no job is on two bots, and that a job is only taken from the bot that had it. */
    private void follow(Decision decision) {
        if (!(decision.value() instanceof JobStateEvent event) || event.getKind() == JobStateKind.REPRIORITISED) {
            return;
        }
        String job = event.getCohort() + "/" + event.getJob();
        String had = event.getKind() == JobStateKind.ASSIGNED ? botOf.put(job, event.getBot()) : botOf.remove(job);
        String expected = event.getKind() == JobStateKind.ASSIGNED ? null : event.getBot();
        if (had == null ? expected != null : !had.equals(expected)) {
            throw new AssertionError("expected " + job + " on " + had + ", but it is said of it: " + event);
        }
    }

    private static String inShort(SpecificRecord value) {
        if (value instanceof JobStateEvent event) {
            return event.getJob() + " " + event.getKind() + (event.getBot() == null ? "" : " " + event.getBot());
        } else if (value instanceof LeaseEvent event) {
            String strategy = event.getStrategy() == null ? "" : " " + event.getStrategy();
            return event.getBot() + ": " + event.getKind() + " " + event.getJob() + "/" + event.getLease() + strategy;
        } else if (value instanceof OperationEvent event) {
            return event.getKind()
                    + (event.getBot() != null
                            ? " bot " + event.getBot()
                            : event.getInstance() != null ? " instance " + event.getInstance() : " cohort");
        } else if (value instanceof CohortDemand) {
            return "DEMAND";
        } else {
            return ((Rejection) value).getReason();
        }
    }
}
