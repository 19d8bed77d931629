package dev.rota.jobs;

import dev.rota.engine.Times;
import dev.rota.jobs.farm.Farm;
import dev.rota.jobs.farm.Job;
import dev.rota.jobs.farm.JobKind;
import dev.rota.jobs.farm.Order;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Jobs that no bot could be found for: they back off. */
final class Failures {

    /** A job that is not considered again in this step but keeps waiting. */
    private record Aside(Job job, boolean firstTime) {}

    private final Farm farm;
    private final long backoffMs;
    /** Without a backoff: jobs to put back when the step has looked at all. */
    private final List<Aside> aside = new ArrayList<>();
    /**
     * Failed jobs whose rows say so only if the step finishes, and their instance is served then: only so this look counts
     * as taken.
     */
    private final List<Job> implied = new ArrayList<>();

    Failures(Farm farm) {
        this.farm = farm;
        this.backoffMs = farm.policy().getFailureBackoffMs();
    }

    /** Fails the waiting jobs of a kind that precede {@code end} in the order. */
    void before(JobKind kind, Order order, Job end) {
        List<Job> failed = new ArrayList<>();
        Iterator<Job> waiting = kind.waiting(order);
        while (waiting.hasNext()) {
            Job job = waiting.next();
            if (order.compare(job, end) >= 0) {
                break;
            }
            failed.add(job);
        }
        failed.forEach(this::fail);
    }

    /** Fails all waiting jobs of a kind: identical jobs fail together. */
    void all(JobKind kind) {
        List<Job> failed = new ArrayList<>();
        kind.fresh.each(Order.PRIORITY).forEachRemaining(failed::add);
        if (backoffMs > 0) {
            kind.seen.each(Order.PRIORITY).forEachRemaining(failed::add);
        }
        failed.forEach(this::fail);
    }

    /** Ends a step whose iterations continue in a following one: no look counts as taken, so the rows must tell. */
    void unfinished() {
        implied.forEach(farm::save);
        done();
    }

    /** Ends a step that looked at all: puts back the jobs that were set aside. */
    void done() {
        for (Job job : implied) {
            if (!farm.service().serves(job.kind.instance)) {
                farm.save(job);
            }
        }
        for (Aside each : aside) {
            Job job = each.job();
            // without a backoff each step looks at all jobs, so the time of the last step suffices
            boolean worthWriting = each.firstTime() || !farm.service().serves(job.kind.instance);
            job.scheduleAfter = worthWriting ? farm.now() : job.scheduleAfter;
            farm.enqueue(job);
            if (worthWriting) {
                farm.save(job);
            }
        }
    }

    private void fail(Job job) {
        boolean firstTime = !job.tried;
        boolean impliedByRow = job.rowRests && job.scheduleAfter == farm.now();
        farm.dequeue(job);
        job.tried = true;
        if (backoffMs == 0) {
            aside.add(new Aside(job, firstTime));
            return;
        }
        job.scheduleAfter = Times.after(farm.now(), backoffMs);
        farm.enqueue(job);
        if (impliedByRow) {
            implied.add(job);
        } else {
            farm.save(job);
        }
    }
}
