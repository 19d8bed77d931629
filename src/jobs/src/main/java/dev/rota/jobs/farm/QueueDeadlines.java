package dev.rota.jobs.farm;

import dev.rota.engine.Ids;
import dev.rota.engine.Nullable;
import dev.rota.engine.Times;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongBinaryOperator;

/**
 * The queued jobs that have a queue time-out, by limit. Of the jobs with one limit, the one that has been queued
 * longest is late first, however much of that time was attended. So a step examines only the first job of each limit,
 * and no limit whose first job cannot be late yet.
 *
 * <p>It has no rows: limits and times are in the rows of jobs. Jobs that have the policy's limit are indexed only while
 * the policy has one.
 */
public final class QueueDeadlines implements JobIndex {

    /** A job whose time was over at {@code due}. */
    public record Late(Job job, long due) {}

    private static final Comparator<Job> LONGEST_FIRST =
            Comparator.<Job>comparingLong(job -> job.queuedSince).thenComparing(job -> job.id, Ids.BY_BYTES);

    /** The jobs with one limit. */
    private static final class Group {
        final long limitMs;
        final boolean isPolicys;
        final TreeSet<Job> jobs = new TreeSet<>(LONGEST_FIRST);
        /** A time before which none of its jobs is late. */
        long notBefore = Times.NEVER;

        /** The number of the judgement that computed {@link #notBefore}; in later ones it may be too early. */
        long judged;

        Group(long limitMs, boolean isPolicys) {
            this.limitMs = limitMs;
            this.isPolicys = isPolicys;
        }
    }

    private final TreeMap<Long, Group> own = new TreeMap<>();
    private @Nullable Group policys;

    /** The groups, the one that can be late first comes first. */
    private final TreeSet<Group> groups = new TreeSet<>(Comparator.<Group>comparingLong(group -> group.notBefore)
            .thenComparing(group -> group.isPolicys)
            .thenComparing(group -> group.limitMs));

    private long judgements;

    /** The jobs that have become queued in this step. */
    private List<Job> begun = new ArrayList<>();

    QueueDeadlines() {}

    /** Sets the policy's limit, or null if it has none. */
    void policy(@Nullable Long limitMs, Collection<KindQueue> queues) {
        if (policys != null) {
            groups.remove(policys);
        }
        policys = limitMs == null ? null : new Group(limitMs, true);
        if (policys != null) {
            queues.forEach(queue -> queue.eachQueued(this::addIfPolicys));
        }
    }

    private void addIfPolicys(Job job) {
        if (job.queueTimeoutMs == null) {
            add(job);
        }
    }

    /**
     * Returns the earliest time at which a job of the policy's limit can be late, or {@link Times#NEVER} if there is
     * none.
     */
    public long firstOfPolicy() {
        return policys == null || policys.jobs.isEmpty() ? Times.NEVER : nominal(policys, policys.jobs.first());
    }

    /** Returns the earliest time at which a queued job can be late, or {@link Times#NEVER} if it has no limit. */
    public long earliest(Job job) {
        Group group = group(job);
        return group == null ? Times.NEVER : nominal(group, job);
    }

    private static long nominal(Group group, Job job) {
        return Times.after(job.queuedSince, group.limitMs);
    }

    private @Nullable Group group(Job job) {
        return job.queueTimeoutMs == null ? policys : own.get(job.queueTimeoutMs);
    }

    /** Adds a job that has become queued in this step. */
    @Override
    public void queued(Job job) {
        add(job);
        begun.add(job);
    }

    /** Returns the jobs that have become queued in this step; some may have left the queue again. */
    public List<Job> takeBegun() {
        if (begun.isEmpty()) {
            return List.of();
        }
        List<Job> all = begun;
        begun = new ArrayList<>();
        return all;
    }

    /** Adds a queued job. */
    void add(Job job) {
        Group group = job.queueTimeoutMs == null
                ? policys
                : own.computeIfAbsent(job.queueTimeoutMs, limit -> new Group(limit, false));
        if (group != null) {
            group.jobs.add(job);
            long due = nominal(group, job);
            if (due < group.notBefore) {
                move(group, due);
            }
        }
    }

    @Override
    public void dequeued(Job job) {
        Group group = group(job);
        if (group != null && group.jobs.remove(job) && group.jobs.isEmpty()) {
            groups.remove(group);
            group.notBefore = Times.NEVER;
            if (!group.isPolicys) {
                own.remove(group.limitMs);
            }
        }
    }

    private void move(Group group, long notBefore) {
        groups.remove(group);
        group.notBefore = notBefore;
        groups.add(group);
    }

    /**
     * Finds the late jobs, which stay in the index. Returns when the next job can be late.
     *
     * @param over computes when a limit has passed in attended time since a time; a job is late if that is not after
     *     {@code now}
     */
    public long judge(LongBinaryOperator over, long now, Collection<Late> late) {
        judgements++;
        while (!groups.isEmpty() && groups.first().judged != judgements) {
            Group first = groups.first();
            first.judged = judgements;
            move(first, judge(first, over, now, late));
        }
        return groups.isEmpty() ? Times.NEVER : groups.first().notBefore;
    }

    private static long judge(Group group, LongBinaryOperator over, long now, Collection<Late> late) {
        for (Job job : group.jobs) {
            long due = over.applyAsLong(job.queuedSince, group.limitMs);
            if (due > now) {
                return due;
            }
            late.add(new Late(job, due));
        }
        return Times.NEVER;
    }

    /** Lets jobs that were found late and are still queued be judged again. */
    public void judgeAgain(List<Late> late) {
        for (Late each : late) {
            Group group = group(each.job());
            if (group != null) {
                move(group, nominal(group, group.jobs.first()));
            }
        }
    }
}
