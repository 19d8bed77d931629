package dev.rota.jobs.scheduler;

import dev.rota.engine.Answer;
import dev.rota.engine.Decision;
import dev.rota.engine.Inquiry;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import dev.rota.engine.Subject;
import dev.rota.jobs.BotEvent;
import dev.rota.jobs.BotStatus;
import dev.rota.jobs.BotSync;
import dev.rota.jobs.CohortPolicy;
import dev.rota.jobs.InstanceQuota;
import dev.rota.jobs.JobCancelled;
import dev.rota.jobs.JobEvent;
import dev.rota.jobs.JobSubmitted;
import dev.rota.jobs.LeaseReport;
import dev.rota.jobs.LeaseState;
import dev.rota.jobs.PolicyEvent;
import dev.rota.jobs.Property;
import dev.rota.testing.Moment;
import dev.rota.testing.TestLog;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/** Decides the log of a farm with one cohort, cold: from the bytes of its rows at each record. Times are in ms. */
public final class CohortLog {

    static final String COHORT = "default";

    private final TestLog log = TestLog.cold(new JobsDomain());
    private final List<Decision> decided = new ArrayList<>();

    /** Returns all decisions so far. */
    public List<Decision> decided() {
        return decided;
    }

    @Nullable
    public String why(String job) {
        Answer explained = explain("job", job);
        return explained == null ? null : explained.sentence();
    }

    /** Explains from the rows alone. */
    @Nullable
    public Answer explain(String kind, String id) {
        return new JobsDomain()
                .inquiry(Inquiry.Asked.why(new Subject(kind, id)))
                .answer(log.tables(COHORT), log.now(COHORT), Parallel.SEQUENTIAL);
    }

    /** Explains from the rows and all decisions. */
    @Nullable
    public Answer explainAll(String kind, String id) {
        Inquiry explainer = new JobsDomain().inquiry(Inquiry.Asked.why(new Subject(kind, id)));
        decided.forEach(explainer::decided);
        return explainer.answer(log.tables(COHORT), log.now(COHORT), Parallel.SEQUENTIAL);
    }

    long now() {
        return log.now(COHORT);
    }

    void feed(long at, SpecificRecord event) {
        decided.addAll(log.take(new Moment(at, event)));
    }

    public void tick(long at) {
        decided.addAll(log.tick(at));
    }

    public void submit(long at, String job, String instance, int priority, String... requirements) {
        JobSubmitted submitted = JobSubmitted.newBuilder()
                .setInstance(instance)
                .setPriority(priority)
                .setRequirements(properties(requirements))
                .build();
        feed(at, new JobEvent(job, "unknown", submitted));
    }

    public void cancel(long at, String job) {
        feed(at, new JobEvent(job, "unknown", new JobCancelled()));
    }

    /** Appends a sync of a bot that is OK and has no lease to report. */
    public void bot(long at, String bot, int capacity, String... properties) {
        bot(at, bot, "*", BotStatus.OK, capacity, properties);
    }

    public void bot(long at, String bot, String instance, BotStatus status, int capacity, String... properties) {
        feed(
                at,
                BotEvent.newBuilder()
                        .setBot(bot)
                        .setSession("s")
                        .setInstance(instance)
                        .setEvent(BotSync.newBuilder()
                                .setStatus(status)
                                .setCapacity(capacity)
                                .setProperties(properties(properties))
                                .build())
                        .build());
    }

    /** Appends a sync in which a bot with one slot reports its lease as completed, with a status. */
    public void completed(long at, String bot, String job, long lease, String status) {
        LeaseReport report = LeaseReport.newBuilder()
                .setJob(job)
                .setLease(lease)
                .setState(LeaseState.COMPLETED)
                .setStatus(status)
                .build();
        feed(
                at,
                BotEvent.newBuilder()
                        .setBot(bot)
                        .setSession("s")
                        .setEvent(
                                BotSync.newBuilder().setLeases(List.of(report)).build())
                        .build());
    }

    public void quota(long at, String instance, int min, int max) {
        feed(
                at,
                new PolicyEvent(
                        COHORT,
                        InstanceQuota.newBuilder()
                                .setInstance(instance)
                                .setMin(min)
                                .setMax(max)
                                .build()));
    }

    public void policy(long at, CohortPolicy.Builder policy) {
        feed(at, new PolicyEvent(COHORT, policy.build()));
    }

    private static List<Property> properties(String... pairs) {
        return Arrays.stream(pairs)
                .map(pair -> pair.split("=", 2))
                .map(pair -> new Property(pair[0], pair[1]))
                .toList();
    }
}
