package dev.rota.jobs;

import java.util.Map;
import java.util.TreeMap;

/** What tests of jobs have in common. */
public final class JobsLog {

    private JobsLog() {}

    public static JobsDomain domain(String cohorts) {
        return (JobsDomain) new JobsDomain().configured(new TreeMap<>(Map.of("cohorts", cohorts)));
    }
}
