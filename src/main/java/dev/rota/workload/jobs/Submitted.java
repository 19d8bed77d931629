package dev.rota.workload.jobs;

import dev.rota.jobs.JobSubmitted;

/** Notes the kinds of jobs, as they are submitted and accepted. */
final class Submitted {

    private final RunTimes runTimes;
    private String job = "";
    private int kind;

    Submitted(RunTimes runTimes) {
        this.runTimes = runTimes;
    }

    void take(String submitted, JobSubmitted its) {
        job = submitted;
        kind = runTimes.kind(its.getInstance(), its.getRequirements());
    }

    /** Takes note that the job was queued, under its number in the tally. */
    void queued(String queued, int number) {
        if (queued.equals(job)) {
            runTimes.job(number, kind);
        }
    }
}
