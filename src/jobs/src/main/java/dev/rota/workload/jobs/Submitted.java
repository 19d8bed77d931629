package dev.rota.workload.jobs;

import dev.rota.jobs.JobStateEvent;
import dev.rota.jobs.JobSubmitted;
import java.util.Map;
import java.util.TreeMap;

/** Notes the kinds of jobs, as they are submitted and accepted. */
final class Submitted {

    private final RunTimes runTimes;
    private String job = "";
    private int kind;

    /** The kinds of the jobs that wait for others. */
    private final Map<String, Integer> waiting = new TreeMap<>();

    Submitted(RunTimes runTimes) {
        this.runTimes = runTimes;
    }

    void take(String submitted, JobSubmitted its) {
        job = submitted;
        kind = runTimes.kind(its.getInstance(), its.getRequirements());
    }

    /** Takes note that the job was queued, under its number in the tally. */
    void queued(String queued, int number) {
        Integer its = waiting.remove(queued);
        if (its != null) {
            runTimes.job(number, its);
        } else if (queued.equals(job)) {
            runTimes.job(number, kind);
        }
    }

    /** Takes note of a job that waits for others, or ends before it was queued. */
    void hear(JobStateEvent event) {
        switch (event.getKind()) {
            case WAITING -> waits(event.getJob());
            case CANCELLED, ABORTED -> waiting.remove(event.getJob());
            default -> {
                // it has been queued
            }
        }
    }

    private void waits(String its) {
        if (its.equals(job)) {
            waiting.put(its, kind);
        }
    }
}
