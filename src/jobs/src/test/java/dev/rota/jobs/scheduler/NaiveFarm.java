package dev.rota.jobs.scheduler;

import dev.rota.engine.Ids;
import dev.rota.engine.Nullable;
import dev.rota.jobs.BotStatus;
import dev.rota.jobs.CohortDemand;
import dev.rota.jobs.CohortPolicy;
import dev.rota.jobs.JobStateEvent;
import dev.rota.jobs.JobStateKind;
import dev.rota.jobs.LeaseEvent;
import dev.rota.jobs.LeaseEventKind;
import dev.rota.jobs.OperationEvent;
import dev.rota.jobs.OperationKind;
import dev.rota.jobs.Strategy;
import dev.rota.jobs.Timeout;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Holds the state of the model's cohort, with queries on it and the actions on a job that several rules share. */
public final class NaiveFarm {

    /** Orders jobs by priority, then by age. */
    public static final Comparator<NaiveJob> BY_PRIORITY = Comparator.<NaiveJob>comparingInt(job -> job.priority)
            .thenComparingLong(job -> job.queuedAt)
            .thenComparing(job -> job.id, Ids.BY_BYTES);

    /** Orders jobs by age. */
    static final Comparator<NaiveJob> BY_AGE =
            Comparator.<NaiveJob>comparingLong(job -> job.queuedAt).thenComparing(job -> job.id, Ids.BY_BYTES);

    /** The row of an instance. */
    record Quota(int min, int max, int weight) {}

    final String cohort;
    public final List<NaiveJob> jobs = new ArrayList<>();
    public final List<NaiveBot> bots = new ArrayList<>();
    public final Map<String, Quota> quotas = new TreeMap<>();
    final NaiveLinks links = new NaiveLinks(this);
    final NaiveDemand demand = new NaiveDemand(this);
    public final NaiveShares shares = new NaiveShares(this);

    /** Whether something was published, or a bot has gone, since the last call of {@link #hasMoved}. */
    private boolean moved;

    final NaiveSessions sessions = new NaiveSessions();
    public final NaiveHolds holds = new NaiveHolds(this);
    public long now;
    long leases;

    /** The policy in force: the contract's defaults until one arrives. */
    public CohortPolicy policy =
            CohortPolicy.newBuilder().setQueuedBytesMax(1L << 30).build();

    /** The time at which the last policy arrived. Jobs that it makes overdue time out one millisecond later. */
    long ruledAt;

    private List<TimedDecision> told = new ArrayList<>();

    NaiveFarm(String cohort) {
        this.cohort = cohort;
    }

    @Nullable
    NaiveJob job(String id) {
        return jobs.stream().filter(job -> job.id.equals(id)).findFirst().orElse(null);
    }

    @Nullable
    NaiveBot bot(String id) {
        return bots.stream().filter(bot -> bot.id.equals(id)).findFirst().orElse(null);
    }

    List<NaiveJob> queued() {
        return jobs.stream().filter(job -> job.bot == null && !job.waiting).toList();
    }

    /** Returns the jobs that are assigned to a bot, by id. */
    List<NaiveJob> held(NaiveBot bot) {
        return jobs.stream()
                .filter(job -> job.bot == bot)
                .sorted(Comparator.comparing(job -> job.id, Ids.BY_BYTES))
                .toList();
    }

    public int spare(NaiveBot bot) {
        return bot.capacity - held(bot).size();
    }

    public boolean healthy(NaiveBot bot) {
        return bot.status == BotStatus.OK && spare(bot) > 0 && !holds.botHeld(bot.id);
    }

    long usage(String instance) {
        return jobs.stream()
                .filter(job -> job.bot != null && job.instance.equals(instance))
                .count();
    }

    /** Returns whether an instance has a quota, and fewer leases than its minimum. */
    public boolean belowMin(String instance) {
        Quota quota = quotas.get(instance);
        return quota != null && usage(instance) < quota.min();
    }

    /** Returns whether an instance has a quota, and fewer leases than its maximum. */
    public boolean belowMax(String instance) {
        Quota quota = quotas.get(instance);
        return quota != null && usage(instance) < quota.max();
    }

    /** Returns whether an instance has more leases than its minimum, which is 0 without a quota. */
    public boolean aboveMin(String instance) {
        Quota quota = quotas.get(instance);
        return usage(instance) > (quota == null ? 0 : quota.min());
    }

    /** Removes a job that has ended; jobs that wait for it are handled next. */
    void end(NaiveJob job, boolean success) {
        if (job.bot != null) {
            shares.ended(job);
        }
        jobs.remove(job);
        links.ended(job, success);
    }

    void assign(NaiveJob job, NaiveBot bot, Strategy strategy) {
        job.bot = bot;
        job.preempted = strategy == Strategy.PREEMPTION ? job.preempted : null;
        job.lease = ++leases;
        job.assignedAt = now;
        tell(LeaseEvent.newBuilder()
                .setCohort(cohort)
                .setBot(bot.id)
                .setSession(bot.session)
                .setJob(job.id)
                .setLease(job.lease)
                .setInstance(job.instance)
                .setKind(LeaseEventKind.ASSIGNED)
                .setStrategy(strategy)
                .setAttempt(job.attempt)
                .setQueuedMs(now - job.queuedAt)
                .setPayload(job.payload)
                .setKey(job.adoptedFrom == null ? null : job.adoptedFrom.getKey())
                .setHeaders(job.adoptedFrom == null ? List.of() : job.adoptedFrom.getHeaders())
                .setSource(job.adoptedFrom == null ? "" : job.adoptedFrom.getSource())
                .build());
        tell(job, JobStateKind.ASSIGNED, bot.id, null, strategy.name());
    }

    /** A lease that an instance lost to preemption. */
    private record Loss(String instance, long minute) {}

    private final List<Loss> losses = new ArrayList<>();

    /** Returns whether an instance has lost a lease in this minute. */
    boolean hasLost() {
        return losses.stream().anyMatch(loss -> loss.minute == now / 60_000);
    }

    /** Returns whether the policy lets a lease be preempted now, for whatever job. */
    public boolean mayLose(NaiveJob victim) {
        Long least = policy.getMinRunMs();
        Integer most = policy.getPreemptionsPerMinute();
        long lost = losses.stream()
                .filter(loss -> loss.equals(new Loss(victim.instance, now / 60_000)))
                .count();
        return (least == null || now - victim.assignedAt >= least) && (most == null || lost < most);
    }

    /** Orders victims, the one that goes last. */
    public Comparator<NaiveJob> victims() {
        return policy.getMinRunMs() == null && policy.getPreemptionsPerMinute() == null
                ? BY_PRIORITY
                : Comparator.<NaiveJob>comparingInt(job -> job.priority)
                        .thenComparingLong(job -> job.assignedAt)
                        .thenComparing(job -> job.id, Ids.BY_BYTES);
    }

    /** Returns the victim to the queue, otherwise unchanged. */
    void evict(NaiveJob victim, NaiveJob preemptor) {
        if (policy.getPreemptionsPerMinute() != null) {
            losses.add(new Loss(victim.instance, now / 60_000));
        }
        NaiveBot bot = holder(victim);
        shares.ended(victim);
        victim.bot = null;
        victim.queuedSince = now;
        shares.queued(victim);
        victim.replacedBy = preemptor.id;
        preemptor.preempted = victim.id;
        tell(victim, bot, LeaseEventKind.EVICTED);
        tell(victim, JobStateKind.EVICTED, bot.id, null, preemptor.id);
    }

    /**
     * Returns the bytes of the payloads of all jobs but adopted ones. Those of running jobs count too, since the jobs may
     * be queued again.
     */
    long bytes() {
        return jobs.stream()
                .mapToLong(job -> job.payload == null || job.adoptedFrom != null ? 0 : job.payload.remaining())
                .sum();
    }

    void retry(NaiveJob job, String why) {
        retry(job, null, null, why);
    }

    void retry(NaiveJob job, @Nullable String status, @Nullable Integer exitCode, String why) {
        NaiveBot bot = holder(job);
        JobStateKind kind = vacate(job);
        tell(job, kind, bot.id, status, why, exitCode, null);
    }

    /** Takes a job from its bot because its execution timeout was reached. */
    void timeOutLease(NaiveJob job) {
        NaiveBot bot = holder(job);
        tell(job, bot, LeaseEventKind.CANCELLED);
        JobStateKind kind = vacate(job);
        tell(job, kind, bot.id, null, "EXECUTION_TIMEOUT", null, Timeout.EXECUTION_TIMEOUT);
    }

    /** Gives up a job because its queue timeout was reached. */
    void timeOutQueued(NaiveJob job) {
        end(job, false);
        tell(job, JobStateKind.ABORTED, null, null, "QUEUE_TIMEOUT", null, Timeout.QUEUE_TIMEOUT);
    }

    private JobStateKind vacate(NaiveJob job) {
        job.avoid = holder(job).id;
        shares.ended(job);
        job.bot = null;
        if (job.attempt >= policy.getMaxJobAttempts()) {
            end(job, false);
            return JobStateKind.ABORTED;
        }
        job.attempt++;
        job.scheduleAfter = now;
        job.queuedSince = now;
        job.tried = false;
        return JobStateKind.RETRIED;
    }

    /** Returns when a job's execution or queue timeout is reached. */
    long over(NaiveJob job) {
        if (job.waiting) {
            return Long.MAX_VALUE;
        }
        Long own = job.bot == null ? job.queueTimeoutMs : job.executionTimeoutMs;
        Long ruled = job.bot == null ? policy.getQueueTimeoutMs() : policy.getExecutionTimeoutMs();
        Long limit = own == null ? ruled : own;
        return limit == null ? Long.MAX_VALUE : (job.bot == null ? job.queuedSince : job.assignedAt) + limit;
    }

    /** Returns when a job's timeout takes effect: not before the millisecond after the last policy. */
    long seenOver(NaiveJob job) {
        return Math.max(over(job), ruledAt + 1);
    }

    /** Returns the jobs past their timeout, in the order of the timeouts. */
    List<NaiveJob> over(boolean queued) {
        return jobs.stream()
                .filter(job -> queued == (job.bot == null) && !job.waiting && seenOver(job) <= now)
                .sorted(Comparator.<NaiveJob>comparingLong(this::over).thenComparing(job -> job.id, Ids.BY_BYTES))
                .toList();
    }

    /** Forgets the bot and its hints, ends its session and retries its leases. Returns the jobs of those leases. */
    List<NaiveJob> gone(NaiveBot bot, String why) {
        List<NaiveJob> held = held(bot);
        bots.remove(bot);
        moved = true;
        sessions.end(bot, now);
        for (NaiveJob job : held) {
            retry(job, why);
        }
        return held;
    }

    public static NaiveBot holder(NaiveJob job) {
        if (job.bot == null) {
            throw new IllegalStateException("expected " + job.id + " to be assigned, but it is queued");
        }
        return job.bot;
    }

    void reject(JobsReason reason) {
        told.add(new TimedDecision(now, reason));
    }

    /** Publishes a change of a job's state. */
    void tell(NaiveJob job, JobStateKind kind, @Nullable String bot, @Nullable String status, String reason) {
        tell(job, kind, bot, status, reason, null, null);
    }

    void tell(
            NaiveJob job,
            JobStateKind kind,
            @Nullable String bot,
            @Nullable String status,
            String reason,
            @Nullable Integer exitCode,
            @Nullable Timeout timeout) {
        moved = true;
        told.add(new TimedDecision(
                now,
                JobStateEvent.newBuilder()
                        .setCohort(cohort)
                        .setJob(job.id)
                        .setInstance(job.instance)
                        .setKind(kind)
                        .setBot(bot)
                        .setAttempt(job.attempt)
                        .setStatus(status)
                        .setReason(reason)
                        .setExitCode(exitCode)
                        .setTimeout(timeout)
                        .build()));
    }

    /** Sends a bot the event that it must drop a lease that it held. */
    void tell(NaiveJob job, NaiveBot bot, LeaseEventKind kind) {
        tell(LeaseEvent.newBuilder()
                .setCohort(cohort)
                .setBot(bot.id)
                .setSession(bot.session)
                .setJob(job.id)
                .setLease(job.lease)
                .setInstance(job.instance)
                .setKind(kind)
                .setAttempt(job.attempt)
                .setQueuedMs(0L)
                .build());
    }

    /** Sends a bot an event about a lease of another bot. */
    void tell(String bot, String session, String job, long lease, LeaseEventKind kind) {
        tell(LeaseEvent.newBuilder()
                .setCohort(cohort)
                .setBot(bot)
                .setSession(session)
                .setJob(job)
                .setLease(lease)
                .setInstance("")
                .setKind(kind)
                .setAttempt(0)
                .setQueuedMs(0L)
                .build());
    }

    void tell(CohortDemand event) {
        told.add(new TimedDecision(now, event));
    }

    boolean hasMoved() {
        boolean has = moved;
        moved = false;
        return has;
    }

    void tell(OperationKind kind, NaiveHolds.Whom whom) {
        told.add(new TimedDecision(
                now,
                OperationEvent.newBuilder()
                        .setCohort(cohort)
                        .setKind(kind)
                        .setBot(whom.bot())
                        .setInstance(whom.instance())
                        .build()));
    }

    private void tell(LeaseEvent event) {
        told.add(new TimedDecision(now, event));
    }

    /** Returns the decisions since the last call. */
    List<TimedDecision> take() {
        List<TimedDecision> all = told;
        told = new ArrayList<>();
        return all;
    }
}
