package dev.rota.jobs.farm;

/** A part of a {@link Line}, which has jobs. */
interface LinePart {

    /** Returns the jobs of one owner and kind among which the first is. */
    OwnedJobs first();
}
