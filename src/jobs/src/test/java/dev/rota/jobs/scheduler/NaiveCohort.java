package dev.rota.jobs.scheduler;

import dev.rota.engine.Ids;
import dev.rota.jobs.Assigner;
import dev.rota.jobs.BotEvent;
import dev.rota.jobs.BotSync;
import dev.rota.jobs.CohortPolicy;
import dev.rota.jobs.InstanceQuota;
import dev.rota.jobs.JobEvent;
import dev.rota.jobs.JobReprioritised;
import dev.rota.jobs.JobStateKind;
import dev.rota.jobs.JobSubmitted;
import dev.rota.jobs.LeaseEventKind;
import dev.rota.jobs.Operation;
import dev.rota.jobs.OperationKind;
import dev.rota.jobs.PolicyEvent;
import dev.rota.testing.Moment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;

/**
 * A naive model of one cohort: it uses plain lists, looks at every queued job by itself, and makes every look a step.
 * It is slow, and obviously follows the rules.
 *
 * <p>Where the rules could be read in two ways, the recorded histories decide for these: a rejected event runs no
 * iterations; a retry in a sync counts as a lease taken off, but its job is not fetched in that sync; a fetch does not
 * look at the bot to avoid; a job may go to the bot to avoid where that is the only healthy one; a bot with more leases
 * than slots gives up no victim; delays are over at their last millisecond; a retried job is looked at within the same
 * step. Where they do not decide, the model takes the rules literally: a close by another session is rejected and
 * nothing is sent; ended sessions are forgotten when the day is full; a policy's new backoff moves no look that is set.
 */
public final class NaiveCohort {

    private final NaiveFarm farm;
    private final NaiveAssigner assigner;

    /** Instances for which a warning has been published that their jobs wait for a quota. */
    private final Set<String> told = new TreeSet<>();

    public NaiveCohort(String cohort) {
        this(cohort, Chance.NONE);
    }

    public NaiveCohort(String cohort, Chance chance) {
        this.farm = new NaiveFarm(cohort);
        this.assigner = new NaiveAssigner(farm, chance);
    }

    /** Returns the model's state, from which random histories are generated. */
    public NaiveFarm farm() {
        return farm;
    }

    /** Decides an event, or advances the time without one. */
    public List<TimedDecision> take(Moment moment) {
        SpecificRecord event = moment.event();
        return event == null ? advanceTo(moment.time()) : take(moment.time(), event, moment.adopted());
    }

    /** Takes an event of the log and returns the decisions, including those of timers that were due before it. */
    public List<TimedDecision> take(long time, SpecificRecord event) {
        return take(time, event, false);
    }

    private List<TimedDecision> take(long time, SpecificRecord event, boolean adopted) {
        fireTimers(time);
        farm.now = Math.max(farm.now, time);
        farm.shares.settle();
        if (decide(event, adopted)) {
            farm.links.settle();
            assigner.iterations();
            farm.demand.watch();
        }
        farm.hasMoved();
        farm.shares.settle();
        warn();
        farm.holds.report();
        return farm.take();
    }

    /** Advances the time without an event. */
    public List<TimedDecision> advanceTo(long time) {
        fireTimers(time);
        return farm.take();
    }

    /** Runs one step for each distinct time that is due. */
    private void fireTimers(long time) {
        while (Math.min(nextDue(), farm.demand.due) <= time) {
            if (farm.demand.due < nextDue()) {
                farm.now = Math.max(farm.now, farm.demand.due);
                farm.demand.look();
                continue;
            }
            farm.now = Math.max(farm.now, nextDue());
            farm.shares.settle();
            for (NaiveBot bot : late()) {
                farm.shares.settle();
                farm.gone(bot, "deadline");
            }
            farm.over(false).forEach(job -> {
                farm.shares.settle();
                farm.timeOutLease(job);
            });
            farm.links.settle();
            assigner.iterations();
            farm.over(true).forEach(job -> {
                farm.shares.settle();
                farm.timeOutQueued(job);
            });
            if (farm.links.settle()) {
                assigner.iterations();
            }
            farm.shares.settle();
            warn();
            farm.holds.report();
            boolean moved = farm.hasMoved();
            if (farm.demand.due <= farm.now) {
                farm.demand.look();
            } else if (moved) {
                farm.demand.watch();
            }
        }
    }

    /** Publishes once for each instance that its jobs wait for a quota. */
    private void warn() {
        told.removeIf(instance ->
                !needsQuota(instance) || farm.jobs.stream().noneMatch(job -> job.instance.equals(instance)));
        farm.queued().stream()
                .map(job -> job.instance)
                .distinct()
                .filter(this::needsQuota)
                .sorted(Ids.BY_BYTES)
                .filter(told::add)
                .forEach(instance -> farm.tell(OperationKind.WITHOUT_QUOTA, new NaiveHolds.Whom(null, instance)));
    }

    private boolean needsQuota(String instance) {
        return farm.policy.getAssigner() == Assigner.COHORT && !farm.quotas.containsKey(instance);
    }

    /**
     * Returns the earliest of the queued jobs' next looks, the bots' deadlines and the jobs' timeouts. Looks that were
     * due at {@code now} have been taken.
     */
    private long nextDue() {
        LongStream looks = farm.shares.isOn()
                ? LongStream.of(farm.shares.next())
                : farm.queued().stream().mapToLong(job -> job.scheduleAfter).filter(look -> look > farm.now);
        LongStream deadlines = farm.bots.stream().mapToLong(bot -> bot.deadline);
        LongStream ends = farm.jobs.stream().mapToLong(farm::seenOver);
        return LongStream.concat(LongStream.concat(looks, deadlines), ends)
                .min()
                .orElse(Long.MAX_VALUE);
    }

    private List<NaiveBot> late() {
        return farm.bots.stream()
                .filter(bot -> bot.deadline <= farm.now)
                .sorted(Comparator.comparing(bot -> bot.id, Ids.BY_BYTES))
                .toList();
    }

    /** Decides the event and returns whether it is accepted. */
    private boolean decide(SpecificRecord event, boolean adopted) {
        if (event instanceof JobEvent job && job.getEvent() instanceof JobSubmitted submitted) {
            return submit(job.getJob(), submitted, adopted);
        } else if (event instanceof JobEvent job && job.getEvent() instanceof JobReprioritised next) {
            return reprioritise(job.getJob(), next.getPriority());
        } else if (event instanceof JobEvent job) {
            return cancel(job.getJob());
        } else if (event instanceof BotEvent bot && bot.getEvent() instanceof BotSync sync) {
            return new NaiveSync(farm, assigner, bot, sync).run();
        } else if (event instanceof BotEvent bot) {
            return close(bot.getBot(), bot.getSession());
        } else if (event instanceof PolicyEvent policy && policy.getEvent() instanceof InstanceQuota quota) {
            return quota(quota);
        } else if (event instanceof PolicyEvent policy && policy.getEvent() instanceof Operation operation) {
            return farm.holds.take(operation);
        } else if (event instanceof PolicyEvent policy && policy.getEvent() instanceof CohortPolicy whole) {
            return policy(whole);
        }
        throw new IllegalArgumentException("expected a cohort's event, but it is " + event);
    }

    private boolean refuse(JobsReason reason) {
        farm.reject(reason);
        return false;
    }

    private boolean submit(String id, JobSubmitted submitted, boolean adopted) {
        if (farm.job(id) != null) {
            return refuse(JobsReason.JOB_EXISTS);
        }
        if (!farm.links.areKnown(submitted.getAfter())) {
            return refuse(JobsReason.DEPENDENCY_UNKNOWN);
        }
        long pending = farm.jobs.stream().filter(job -> job.bot == null).count();
        if (!adopted && pending >= farm.policy.getQueuedJobsMax()) {
            return refuse(JobsReason.QUEUE_FULL);
        }
        NaiveJob job = new NaiveJob(id, submitted, farm.now, adopted);
        long bytes = job.payload == null ? 0 : job.payload.remaining();
        if (!adopted && bytes > 0 && farm.bytes() + bytes > farm.policy.getQueuedBytesMax()) {
            return refuse(JobsReason.QUEUE_FULL);
        }
        farm.links.begin(job, submitted.getAfter());
        return true;
    }

    private boolean cancel(String id) {
        NaiveJob job = farm.job(id);
        if (job == null) {
            return refuse(JobsReason.JOB_UNKNOWN);
        }
        farm.end(job, false);
        if (job.bot != null) {
            farm.tell(job, job.bot, LeaseEventKind.CANCELLED);
        }
        farm.tell(job, JobStateKind.CANCELLED, job.bot == null ? null : job.bot.id, null, "");
        return true;
    }

    private boolean reprioritise(String id, int priority) {
        NaiveJob job = farm.job(id);
        if (job == null) {
            return refuse(JobsReason.JOB_UNKNOWN);
        }
        job.priority = priority;
        farm.tell(job, JobStateKind.REPRIORITISED, null, null, "");
        return true;
    }

    private boolean close(String id, String session) {
        NaiveBot bot = farm.bot(id);
        if (bot == null || !bot.session.equals(session)) {
            return refuse(JobsReason.BOT_SESSION_STALE);
        }
        farm.gone(bot, "closed");
        return true;
    }

    private boolean quota(InstanceQuota quota) {
        int before = farm.shares.weight(new NaiveShares.Party(quota.getInstance(), null));
        if (quota.getRemoved()) {
            farm.quotas.remove(quota.getInstance());
            farm.shares.weight(quota.getInstance(), before);
            return true;
        }
        if (quota.getMin() < 0
                || quota.getMin() > quota.getMax()
                || quota.getWeight() < 1
                || quota.getWeight() > 1_000) {
            return refuse(JobsReason.QUOTA_INVALID);
        }
        farm.quotas.put(quota.getInstance(), new NaiveFarm.Quota(quota.getMin(), quota.getMax(), quota.getWeight()));
        farm.shares.weight(quota.getInstance(), before);
        return true;
    }

    private boolean policy(CohortPolicy policy) {
        List<Long> fromZero = new ArrayList<>(Stream.of(
                        policy.getFailureBackoffMs(),
                        policy.getPreemptionDelayMs(),
                        policy.getLeaseAckMs(),
                        policy.getQueuedBytesMax(),
                        (long) policy.getLocalityHints(),
                        (long) policy.getPriorityPercentage(),
                        100L - policy.getPriorityPercentage())
                .toList());
        List<Long> fromOne = new ArrayList<>(
                List.of(policy.getBotTimeoutMs(), (long) policy.getMaxJobAttempts(), (long) policy.getQueuedJobsMax()));
        if (policy.getSampling() != null) {
            fromOne.add((long) policy.getSampling().getSampleSize());
            fromOne.add((long) policy.getSampling().getMaxAttempts());
        }
        if (policy.getDemandEveryMs() != null) {
            fromZero.add(policy.getDemandEveryMs() - 1_000);
        }
        Stream.of(policy.getExecutionTimeoutMs(), policy.getQueueTimeoutMs(), policy.getEndedKeptMs())
                .filter(Objects::nonNull)
                .forEach(fromOne::add);
        Stream.of(policy.getMinRunMs(), policy.getPreemptionsPerMinute())
                .filter(Objects::nonNull)
                .forEach(limit -> fromZero.add(limit.longValue()));
        if (fromZero.stream().anyMatch(number -> number < 0) || fromOne.stream().anyMatch(number -> number < 1)) {
            return refuse(JobsReason.POLICY_INVALID);
        }
        Assigner before = farm.policy.getAssigner();
        farm.policy = policy;
        farm.shares.policy(before);
        farm.ruledAt = farm.now;
        farm.demand.policy();
        return true;
    }
}
