package dev.rota.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Nullable;
import dev.rota.jobs.Dependency;
import dev.rota.jobs.DependencyOn;
import dev.rota.jobs.JobStateEvent;
import dev.rota.jobs.JobStateKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A random graph of jobs of each cohort, and how each of them must end. A cohort's jobs form layers: a job waits for up
 * to three jobs of the two layers before its own. Some jobs fail, and with them the jobs that need their success.
 */
final class FarmGraph {

    private static final int LAYER = 100;
    private static final int AFTER_MAX = 3;
    private static final int FAILS_ONE_IN = 15;

    private final Random random = new Random(57);
    private final Map<String, List<String>> cohorts = new TreeMap<>();
    private final Map<String, List<Dependency>> after = new HashMap<>();
    private final TreeSet<String> failing = new TreeSet<>();
    private final TreeMap<String, JobStateKind> ends = new TreeMap<>();

    /** Adds a job, and returns what it waits for. */
    List<Dependency> add(String cohort, String job) {
        List<String> before = cohorts.computeIfAbsent(cohort, any -> new ArrayList<>());
        int layer = before.size() / LAYER * LAYER;
        int first = Math.max(0, layer - 2 * LAYER);
        Map<String, DependencyOn> on = new TreeMap<>();
        for (int i = random.nextInt(AFTER_MAX + 1); i > 0 && layer > 0; i--) {
            on.put(
                    before.get(first + random.nextInt(layer - first)),
                    random.nextBoolean() ? DependencyOn.SUCCESS : DependencyOn.END);
        }
        List<Dependency> dependencies = new ArrayList<>();
        on.forEach((each, how) -> dependencies.add(new Dependency(each, how)));
        before.add(job);
        after.put(job, dependencies);
        boolean aborted = dependencies.stream().anyMatch(each -> needsSuccess(each) && hasFailed(each.getJob()));
        ends.put(job, aborted ? JobStateKind.ABORTED : JobStateKind.COMPLETED);
        if (random.nextInt(FAILS_ONE_IN) == 0) {
            failing.add(job);
        }
        return dependencies;
    }

    /** Returns the exit code of a job when it runs. */
    int exitCode(String job) {
        return failing.contains(job) ? 1 : 0;
    }

    /** Returns the jobs of the graph that must end so. */
    List<String> jobs(JobStateKind end) {
        return ends.keySet().stream().filter(job -> ends.get(job) == end).toList();
    }

    /** Checks one cohort's events in their order: no job starts, or is aborted, before what it waits for allows that. */
    void check(List<JobStateEvent> events) {
        Map<String, JobStateKind> ended = new HashMap<>();
        for (JobStateEvent event : events) {
            List<Dependency> dependencies = after.getOrDefault(event.getJob(), List.of());
            switch (event.getKind()) {
                case QUEUED, ASSIGNED ->
                    assertThat(dependencies)
                            .as("what %s waits for", event)
                            .allMatch(each -> isMet(each, ended.get(each.getJob())));
                case WAITING ->
                    assertThat(dependencies)
                            .as("what %s waits for", event)
                            .anyMatch(each -> !isMet(each, ended.get(each.getJob())));
                case COMPLETED -> ended.put(event.getJob(), event.getKind());
                case ABORTED -> {
                    assertThat(dependencies)
                            .as("what %s waits for", event)
                            .filteredOn(each ->
                                    needsSuccess(each) && ended.containsKey(each.getJob()) && hasFailed(each.getJob()))
                            .extracting(each -> "DEPENDENCY_FAILED: job " + each.getJob())
                            .contains(event.getReason());
                    ended.put(event.getJob(), event.getKind());
                }
                default -> {}
            }
        }
    }

    private boolean isMet(Dependency dependency, @Nullable JobStateKind end) {
        return end != null && !(needsSuccess(dependency) && hasFailed(dependency.getJob()));
    }

    private boolean hasFailed(String job) {
        return failing.contains(job) || ends.get(job) == JobStateKind.ABORTED;
    }

    private static boolean needsSuccess(Dependency dependency) {
        return dependency.getOn() == DependencyOn.SUCCESS;
    }
}
