package dev.rota.jobs.farm;

import dev.rota.engine.Times;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The groups of jobs of one kind that failed together: those that wait to be looked at, and those that back off. */
public final class LookGroups {

    private final JobKind kind;
    final GroupQueue seen;
    final GroupQueue resting;

    LookGroups(JobKind kind, boolean aged) {
        this.kind = kind;
        this.seen = new GroupQueue(aged);
        this.resting = new GroupQueue(aged);
    }

    /** A new group of no jobs, whose first look is at a time. */
    LookGroup create(long number, long look) {
        return new LookGroup(kind, number, look, kind.fresh.isAged());
    }

    /** A group as its row has it, without its jobs. */
    LookGroup stored(long number, long look) {
        LookGroup group = create(number, look);
        group.stored = true;
        return group;
    }

    /** Adds a group that has got its jobs from their rows. */
    void restored(LookGroup group, long now) {
        resting.add(group);
        kind.looks().add(group, now);
    }

    /** Adds jobs to a group that are in no queue. */
    void join(LookGroup group, Collection<Job> jobs) {
        change(group, () -> group.take(jobs));
    }

    void leave(LookGroup group, Job job) {
        change(group, () -> group.drop(List.of(job)));
    }

    /** Takes all jobs out of a group. */
    List<Job> leaveAll(LookGroup group) {
        List<Job> jobs = new ArrayList<>(group.size());
        group.jobs.each(Order.PRIORITY).forEachRemaining(jobs::add);
        change(group, () -> group.drop(jobs));
        return jobs;
    }

    /** Changes the jobs of a group, which has a place among the groups only while it has any. */
    private void change(LookGroup group, Runnable change) {
        GroupQueue home = group.rests ? resting : seen;
        boolean had = !group.jobs.isEmpty();
        if (had) {
            home.remove(group);
        }
        change.run();
        boolean has = !group.jobs.isEmpty();
        if (has) {
            home.add(group);
        }
        if (group.rests && had != has) {
            if (has) {
                kind.looks().add(group, group.look);
            } else {
                Looks.remove(group);
            }
        }
    }

    /** Makes a group that waits back off until a look. */
    void rest(LookGroup group, long look) {
        seen.remove(group);
        group.look = look;
        group.rests = true;
        resting.add(group);
        kind.looks().add(group, look);
    }

    /** Makes a group that backs off wait, since its look has come. */
    void await(LookGroup group, long look) {
        resting.remove(group);
        Looks.remove(group);
        group.look = look;
        group.rests = false;
        seen.add(group);
    }

    /** The groups that wait to be looked at. */
    public List<LookGroup> seen() {
        return seen.all();
    }

    List<LookGroup> all() {
        List<LookGroup> all = new ArrayList<>(resting.all());
        all.addAll(seen.all());
        return all;
    }

    /** The next look after {@code now} at which a job that backs off may preempt a job of the given priority number. */
    long nextPreemptingLook(long below, long preemptionDelayMs, long now) {
        long next = Times.NEVER;
        for (LookGroup group : resting.all()) {
            next = Math.min(next, preempting(group, below, preemptionDelayMs, now));
        }
        return next;
    }

    /** Of one priority, the job that was queued first is the first to have waited long enough. */
    private long preempting(LookGroup group, long below, long preemptionDelayMs, long now) {
        long any = kind.next(group.look, now);
        long first = Times.NEVER;
        Job job = group.jobs.first(Order.PRIORITY);
        while (job != null && job.priority < below && first > any) {
            long from = Times.after(job.queuedAt, preemptionDelayMs);
            first = Math.min(first, kind.next(group.look, Math.max(now, from - 1)));
            job = group.jobs.firstAfterPriority(job);
        }
        return first;
    }

    void aged(boolean wanted) {
        seen.aged(wanted);
        resting.aged(wanted);
    }
}
