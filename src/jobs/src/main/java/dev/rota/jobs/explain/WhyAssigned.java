package dev.rota.jobs.explain;

import dev.rota.engine.Times;
import dev.rota.engine.text.Phrases;
import dev.rota.jobs.CohortPolicy;
import dev.rota.jobs.Eviction;
import dev.rota.jobs.Sampling;
import dev.rota.jobs.Strategy;
import dev.rota.jobs.farm.Bot;
import dev.rota.jobs.farm.Farm;
import dev.rota.jobs.farm.Job;
import java.util.Objects;

/** Explains which bot a job is assigned to, and why. */
final class WhyAssigned {

    private final CohortPolicy policy;
    private final Job job;
    private final Bot bot;
    private final Strategy strategy;

    WhyAssigned(Farm farm, Job job, Bot bot) {
        this.policy = farm.policy();
        this.job = job;
        this.bot = bot;
        this.strategy = Objects.requireNonNull(job.strategy, "an assigned job has a strategy");
    }

    String sentence() {
        return "job " + job.id + " of instance " + job.kind.instance.name + " is assigned to bot " + bot.id + " "
                + Phrases.since(job.assignedAt) + ", attempt " + job.attempt + ", lease " + job.lease + ", by "
                + strategy + ": " + reason() + avoided() + evicted() + timeout();
    }

    private String evicted() {
        return job.evicted == null ? "" : "; before, " + eviction(job.evicted);
    }

    /** Returns which job replaced an evicted one. */
    static String eviction(Eviction eviction) {
        return "it was evicted from bot " + eviction.getBot() + " " + Phrases.at(eviction.getTime()) + ", where job "
                + eviction.getJob() + " came instead";
    }

    /** Returns when its lease ends at the earliest, since only attended time counts. */
    private String timeout() {
        return job.executionDue == Times.NEVER
                ? ""
                : "; its time to execute is over " + Phrases.at(job.executionDue) + " at the earliest";
    }

    private String reason() {
        return switch (strategy) {
            case CAPACITY -> "that bot was the first by id of the healthy ones that matched";
            case SAMPLING -> "that bot had the best score in a sample of those that matched" + sampleSize();
            case PROACTIVE ->
                "that bot synced with a slot to fill, and the job was the first in order that it could run";
            case PREEMPTION ->
                "its instance was below its minimum, and the slot was taken from job " + job.preempted
                        + " of another instance";
        };
    }

    /** Returns the sample size of the policy, which may have changed since the assignment. */
    private String sampleSize() {
        Sampling sampling = policy.getSampling();
        return sampling == null ? "" : " (sampleSize is " + sampling.getSampleSize() + " now)";
    }

    private String avoided() {
        if (job.avoid == null) {
            return "";
        }
        boolean chosen = strategy == Strategy.CAPACITY || strategy == Strategy.SAMPLING;
        if (!job.avoid.equals(bot.id)) {
            return "; bot " + job.avoid + ", which lost an earlier attempt, "
                    + (chosen ? "was left out" : "is another");
        }
        return "; it lost an earlier attempt, but "
                + (chosen
                        ? "no other healthy one matched"
                        : (strategy == Strategy.PROACTIVE ? "a fetch" : "preemption") + " does not look at that");
    }
}
