package dev.rota.jobs.scheduler;

import java.util.Map;
import java.util.TreeMap;

/** Creates the jobs domain with configured cohorts. */
public final class ConfiguredJobs {

    private ConfiguredJobs() {}

    public static JobsDomain domain(String cohorts) {
        return (JobsDomain) new JobsDomain().configured(new TreeMap<>(Map.of("cohorts", cohorts)));
    }
}
