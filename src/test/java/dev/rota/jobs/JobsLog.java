package dev.rota.jobs;

import java.util.Map;
import java.util.TreeMap;

/** What tests of jobs have in common. */
final class JobsLog {

    private JobsLog() {}

    static JobsDomain domain(String cohorts) {
        return (JobsDomain) new JobsDomain().configured(new TreeMap<>(Map.of("cohorts", cohorts)));
    }
}
