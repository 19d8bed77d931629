package dev.rota.jobs.explain;

import dev.rota.engine.Nullable;
import dev.rota.engine.Tables;
import dev.rota.jobs.farm.Farm;
import dev.rota.jobs.farm.FarmReading;
import dev.rota.jobs.farm.Job;

/** Explains a job's state in one sentence, from the cohort's rows. */
public final class Explanation {

    private Explanation() {}

    /** Explains a job at the unit's time; null if the cohort does not know it. */
    public static @Nullable String of(Tables tables, String id, long now) {
        Farm farm = FarmReading.of(tables).asOf(now);
        Job job = farm.job(id);
        if (job == null) {
            return null;
        }
        return job.bot == null ? new WhyQueued(farm, job).sentence() : new WhyAssigned(farm, job, job.bot).sentence();
    }
}
