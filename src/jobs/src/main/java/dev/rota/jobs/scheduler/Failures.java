package dev.rota.jobs.scheduler;

import dev.rota.engine.Times;
import dev.rota.jobs.farm.Farm;
import dev.rota.jobs.farm.Job;
import dev.rota.jobs.farm.JobGroup;
import dev.rota.jobs.farm.KindQueue;
import dev.rota.jobs.farm.Order;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Makes jobs back off for which no bot was found. */
final class Failures {

    /** A job that is not looked at again in this step but keeps waiting. */
    private record Aside(Job job, boolean firstTime) {}

    private final Farm farm;
    private final long backoffMs;
    /** The jobs to queue again when the step has looked at all jobs; used without a backoff. */
    private final List<Aside> aside = new ArrayList<>();
    /**
     * Jobs that failed in this step, and whose rows already imply it: the rows are not written if the step finishes and
     * the instance is still served, since only then the look counts as taken.
     */
    private final List<Job> implied = new ArrayList<>();

    private final List<JobGroup> impliedGroups = new ArrayList<>();
    private final Grouping grouping;

    Failures(Farm farm) {
        this.farm = farm;
        this.backoffMs = farm.policy().getFailureBackoffMs();
        this.grouping = new Grouping(farm);
    }

    /** Fails the waiting jobs of a kind that precede {@code end} in the order. */
    void before(KindQueue queue, Order order, Job end) {
        List<Job> failed = new ArrayList<>();
        collect(queue.waitingApart(order), order, end, Integer.MAX_VALUE, failed);
        failed.forEach(this::fail);
        queue.groups().seen().forEach(group -> before(group, order, end));
    }

    /** Splits a group: the smaller part leaves it, either the jobs that fail or the others. */
    private void before(JobGroup group, Order order, Job end) {
        List<Job> failed = new ArrayList<>();
        int half = group.size() / 2;
        collect(group.jobs.each(order), order, end, half + 1, failed);
        if (failed.size() <= half) {
            failed.forEach(this::fail);
            return;
        }
        List<Job> others = new ArrayList<>();
        group.jobs.from(end, order).forEach(others::add);
        for (Job job : others) {
            farm.kinds.dequeued(job);
            job.scheduleAfter = group.look();
            farm.kinds.queued(job);
            farm.save(job);
        }
        fail(group);
    }

    /** Collects up to {@code limit} jobs that precede {@code end} in the order. */
    private static void collect(Iterator<Job> jobs, Order order, Job end, int limit, List<Job> found) {
        while (found.size() < limit && jobs.hasNext()) {
            Job job = jobs.next();
            if (order.compare(job, end) >= 0) {
                return;
            }
            found.add(job);
        }
    }

    /** Fails all waiting jobs of a kind, since what one job lacks, all of them lack. */
    void all(KindQueue queue) {
        List<Job> failed = new ArrayList<>();
        queue.fresh.each(Order.PRIORITY).forEachRemaining(failed::add);
        if (backoffMs > 0) {
            queue.seenApart(Order.PRIORITY).forEachRemaining(failed::add);
            queue.groups().seen().forEach(this::fail);
        }
        failed.forEach(this::fail);
    }

    /**
     * Ends a step whose iterations continue in a following step. None of its looks counts as taken, so the rows are
     * written.
     */
    void unfinished() {
        implied.forEach(farm::save);
        impliedGroups.forEach(farm::save);
        done();
    }

    /** Ends a step that looked at all jobs, and queues the jobs again that were set aside. */
    void done() {
        for (Job job : implied) {
            if (!farm.service.serves(job.kind.instance)) {
                farm.save(job);
            }
        }
        for (JobGroup group : impliedGroups) {
            if (!farm.service.serves(group.kind.instance)) {
                farm.save(group);
            }
        }
        for (Aside each : aside) {
            Job job = each.job();
            // without a backoff each step looks at all jobs, so the time of the last step suffices
            boolean worthWriting = each.firstTime() || !farm.service.serves(job.kind.instance);
            job.scheduleAfter = worthWriting ? farm.now() : job.scheduleAfter;
            farm.kinds.queued(job);
            if (worthWriting) {
                farm.save(job);
            }
        }
        grouping.group();
    }

    private void fail(Job job) {
        boolean firstTime = !job.tried;
        boolean impliedByRow = !job.isInGroup() && job.rowRests && job.scheduleAfter == farm.now();
        farm.kinds.dequeued(job);
        job.tried = true;
        if (backoffMs == 0) {
            aside.add(new Aside(job, firstTime));
            return;
        }
        job.scheduleAfter = Times.after(farm.now(), backoffMs);
        farm.kinds.queued(job);
        if (impliedByRow) {
            implied.add(job);
        } else {
            farm.save(job);
            grouping.add(job);
        }
    }

    private void fail(JobGroup group) {
        boolean impliedByRow = group.look() == farm.now();
        farm.kinds.rest(group, Times.after(farm.now(), backoffMs));
        grouping.add(group);
        if (impliedByRow) {
            impliedGroups.add(group);
        } else {
            farm.save(group);
        }
    }
}
