package dev.rota.jobs.scheduler;

import dev.rota.engine.Nullable;
import dev.rota.engine.Times;
import dev.rota.jobs.Victims;
import dev.rota.jobs.farm.Farm;
import dev.rota.jobs.farm.Job;
import java.util.Iterator;

/** Decides which jobs may preempt. */
public final class Preemption {

    private Preemption() {}

    /**
     * Returns the first waiting job that has waited long enough and for which the victim may be evicted, or null if
     * there is none.
     */
    static @Nullable Job first(Farm farm, Iterator<Job> waiting, Job victim) {
        while (waiting.hasNext()) {
            Job job = waiting.next();
            if (from(farm, job) <= farm.now() && farm.evictable.mayGoFor(victim, job.priority)) {
                return job;
            }
        }
        return null;
    }

    /** Returns the priority number that a job must be below for a victim to be evicted for it. */
    static long below(Farm farm, Job victim) {
        return farm.policy().getVictims() == Victims.ANY ? Long.MAX_VALUE : victim.priority;
    }

    /** Returns the time from which a job may preempt. */
    public static long from(Farm farm, Job job) {
        return Times.after(job.queuedAt, farm.policy().getPreemptionDelayMs());
    }
}
