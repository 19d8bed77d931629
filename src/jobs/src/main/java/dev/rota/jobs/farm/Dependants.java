package dev.rota.jobs.farm;

import dev.rota.engine.Ids;
import java.util.TreeMap;

/** The open dependencies on one job, by the id of the waiting job. They outlive the job until each is met or has failed. */
final class Dependants {

    /** The id of the job. */
    final String on;

    /** The number under which they are stored: the job's id may be used again before all of them are gone. */
    final long number;

    final TreeMap<String, OpenDependency> byJob = new TreeMap<>(Ids.BY_BYTES);

    Dependants(String on, long number) {
        this.on = on;
        this.number = number;
    }
}
