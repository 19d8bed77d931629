package dev.rota.jobs.explain;

import dev.rota.engine.Nullable;
import dev.rota.engine.text.Phrases;
import dev.rota.jobs.farm.Farm;
import dev.rota.jobs.farm.Job;
import dev.rota.jobs.farm.OpenDependency;

/** Explains for which jobs a job waits before it is queued. */
final class WhyJobWaits {

    private final Farm farm;
    private final Job job;

    WhyJobWaits(Farm farm, Job job) {
        this.farm = farm;
        this.job = job;
    }

    String sentence() {
        return "as of " + Phrases.utc(farm.now()) + " job " + job.id + " of instance " + job.kind.instance.name
                + " is not queued yet: it waits for "
                + Phrases.row(farm.dependencies.of(job), this::each, " and ")
                + "; its age and its time in the queue begin when the last of them has ended";
    }

    private String each(OpenDependency dependency) {
        Job on = farm.job(dependency.on);
        return "job " + dependency.on + " to " + (dependency.anyEnd ? "end" : "succeed") + " (" + state(on) + ")";
    }

    private static String state(@Nullable Job on) {
        if (on == null) {
            return "ended";
        }
        return on.isWaiting() ? "waiting" : on.bot == null ? "queued" : "on bot " + on.bot.id;
    }
}
