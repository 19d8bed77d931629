package dev.rota.workload.jobs;

import dev.rota.engine.Nullable;
import dev.rota.jobs.LeaseState;
import dev.rota.jobs.Property;
import dev.rota.workload.whatif.Durations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * How long leases ran in the record. A lease that its bot ended is a natural end; one that anything else ended is cut
 * off, so that its job would have run longer. Jobs are named by their numbers in the tally.
 */
final class RunTimes {

    /** How a bot ends a lease. */
    record Result(LeaseState state, String status, int exitCode) {

        static final Result DONE = new Result(LeaseState.COMPLETED, "OK", 0);
    }

    /**
     * The end of a lease in a world.
     *
     * @param source where its duration comes from
     */
    record End(long runMs, Result result, String source) {}

    private record Kind(String instance, String requirements) {}

    private final Map<Kind, Integer> kindNumbers = new HashMap<>();
    private final List<Kind> kinds = new ArrayList<>();
    private final List<Durations> runsOf = new ArrayList<>();
    private final SortedMap<String, List<Durations>> ofInstance = new TreeMap<>();

    private final Map<Result, Integer> resultNumbers = new HashMap<>();
    private final List<Result> results = new ArrayList<>();

    private int[] kindOf = new int[0];
    private long[] firstRun = new long[0];
    private int[] firstResult = new int[0];
    /** Natural ends after the first. */
    private final Map<Integer, List<End>> more = new HashMap<>();
    /** The longest run that was cut off. */
    private final Map<Integer, Long> cutOff = new HashMap<>();

    /** Returns the number of a kind of job. */
    int kind(String instance, List<Property> requirements) {
        Kind kind = new Kind(
                instance,
                requirements.stream()
                        .map(each -> each.getName() + "=" + each.getValue())
                        .sorted()
                        .collect(Collectors.joining(",")));
        return kindNumbers.computeIfAbsent(kind, each -> {
            kinds.add(each);
            Durations runs = new Durations();
            runsOf.add(runs);
            ofInstance
                    .computeIfAbsent(each.instance(), name -> new ArrayList<>())
                    .add(runs);
            return kinds.size() - 1;
        });
    }

    /** Takes note of a job's kind. */
    void job(int job, int kind) {
        if (job >= kindOf.length) {
            int before = kindOf.length;
            int length = Math.max(256, job + 1 + (job >> 1));
            kindOf = Arrays.copyOf(kindOf, length);
            firstRun = Arrays.copyOf(firstRun, length);
            firstResult = Arrays.copyOf(firstResult, length);
            Arrays.fill(firstRun, before, length, Durations.NONE);
        }
        kindOf[job] = kind;
    }

    /** Takes note that a bot ended a lease. */
    void ended(int job, long run, Result result) {
        if (firstRun[job] == Durations.NONE) {
            firstRun[job] = run;
            firstResult[job] = resultNumbers.computeIfAbsent(result, each -> {
                results.add(each);
                return results.size() - 1;
            });
        } else {
            more.computeIfAbsent(job, none -> new ArrayList<>()).add(new End(run, result, "recorded"));
        }
        runsOf.get(kindOf[job]).add(run);
    }

    /** Takes note that a lease was cut off. */
    void cutOff(int job, long run) {
        cutOff.merge(job, run, Math::max);
    }

    /**
     * Returns the end of a lease that would run to its end.
     *
     * @param ended the number of leases of the job that have run to their ends before it, in this world
     * @return null if nothing is known about any job
     */
    @Nullable
    End end(int job, String name, int ended) {
        if (ended == 0 && firstRun[job] != Durations.NONE) {
            return new End(firstRun[job], results.get(firstResult[job]), "recorded");
        }
        List<End> later = more.getOrDefault(job, List.of());
        if (ended > 0 && ended <= later.size()) {
            return later.get(ended - 1);
        }
        long longerThan = cutOff.getOrDefault(job, Durations.NONE);
        Kind kind = kinds.get(kindOf[job]);
        End end = quantile(List.of(runsOf.get(kindOf[job])), name, longerThan, "kind");
        if (end == null) {
            end = quantile(ofInstance.getOrDefault(kind.instance(), List.of()), name, longerThan, "instance");
        }
        if (end == null) {
            end = quantile(runsOf, name, longerThan, "cohort");
        }
        // nothing ran so long: it takes twice as long as it was seen to run
        return end != null || longerThan == Durations.NONE
                ? end
                : new End(Math.max(1, 2 * longerThan), Result.DONE, "cut off");
    }

    /** Returns the quantile of the job's hash among the run times longer than one, or null if there are none. */
    private static @Nullable End quantile(Collection<Durations> of, String name, long longerThan, String source) {
        long run = Durations.quantile(of, name, longerThan);
        return run == Durations.NONE ? null : new End(run, Result.DONE, source);
    }
}
