package dev.rota.jobs.farm;

import dev.rota.engine.Nullable;
import dev.rota.jobs.EndingRow;

/** A job that has ended while other jobs were waiting for it. */
public final class Ending {

    public final boolean success;
    final Dependants dependants;

    /** Its place among the endings that are stored; 0 while it is not. */
    long place;

    Ending(boolean success, Dependants dependants) {
        this.success = success;
        this.dependants = dependants;
    }

    /** Returns the id of the job. */
    public String job() {
        return dependants.on;
    }

    /** Returns the first open dependency on the job by the waiting job's id, or null if none is left. */
    public @Nullable OpenDependency first() {
        return dependants.byJob.isEmpty() ? null : dependants.byJob.firstEntry().getValue();
    }

    EndingRow row() {
        return new EndingRow(dependants.on, dependants.number, success);
    }
}
