package dev.rota.jobs.explain;

import dev.rota.engine.Answer;
import dev.rota.engine.Decision;
import dev.rota.engine.Inquiry;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import dev.rota.engine.Tables;
import dev.rota.jobs.farm.Farm;
import dev.rota.jobs.farm.Job;

/** Explains why a job is queued or where it runs, from the cohort's rows, and how it ended, from the decisions. */
public final class JobExplainer implements Inquiry {

    private final String id;
    private final FarmSource farms;
    private @Nullable Answer ending;

    public JobExplainer(String id, FarmSource farms) {
        this.id = id;
        this.farms = farms;
    }

    @Override
    public void decided(Decision decision) {
        Answer end = JobEnding.of(decision, id);
        if (end != null) {
            ending = end;
        }
    }

    @Override
    public @Nullable Answer answer(Tables tables, long now, Parallel parallel) {
        Farm farm = farms.of(tables).asOf(now);
        Job job = farm.job(id);
        if (job == null) {
            return ending;
        }
        if (job.isWaiting()) {
            return new Answer("WAITING", new WhyJobWaits(farm, job).sentence());
        }
        return job.bot == null
                ? new Answer("QUEUED", new WhyJobQueued(farm, job).sentence())
                : new Answer("ASSIGNED", new WhyAssigned(farm, job, job.bot).sentence());
    }
}
