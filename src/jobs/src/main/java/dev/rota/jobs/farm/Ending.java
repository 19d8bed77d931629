package dev.rota.jobs.farm;

import dev.rota.engine.Nullable;
import dev.rota.jobs.EndingRow;

/** A job that has ended while other jobs were waiting for it. */
public final class Ending {

    public final String job;
    public final boolean success;
    final Dependants dependants;

    /** Its place among the endings that are stored; 0 while it is not. */
    long place;

    Ending(String job, boolean success, Dependants dependants) {
        this.job = job;
        this.success = success;
        this.dependants = dependants;
    }

    /** Returns the first open dependency on the job by the waiting job's id, or null if none is left. */
    public @Nullable OpenDependency first() {
        return dependants.byJob.isEmpty() ? null : dependants.byJob.firstEntry().getValue();
    }

    EndingRow row() {
        return new EndingRow(job, dependants.number, success);
    }
}
