package dev.rota.workload.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Nullable;
import dev.rota.jobs.LeaseState;
import dev.rota.jobs.Property;
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

    private static final long NONE = -1;

    /** Run times, in ascending order once the record has ended. */
    private static final class Runs {
        private long[] runs = new long[4];
        private int count;

        void add(long run) {
            if (count == runs.length) {
                runs = Arrays.copyOf(runs, 2 * count);
            }
            runs[count++] = run;
        }

        void sort() {
            Arrays.sort(runs, 0, count);
        }

        int countUpTo(long run) {
            int at = 0;
            int end = count;
            while (at < end) {
                int middle = at + end >>> 1;
                if (runs[middle] <= run) {
                    at = middle + 1;
                } else {
                    end = middle;
                }
            }
            return at;
        }
    }

    private record Kind(String instance, String requirements) {}

    private final Map<Kind, Integer> kindNumbers = new HashMap<>();
    private final List<Kind> kinds = new ArrayList<>();
    private final List<Runs> runsOf = new ArrayList<>();
    private final SortedMap<String, List<Runs>> ofInstance = new TreeMap<>();

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
                        .map(its -> its.getName() + "=" + its.getValue())
                        .sorted()
                        .collect(Collectors.joining(",")));
        return kindNumbers.computeIfAbsent(kind, its -> {
            kinds.add(its);
            Runs runs = new Runs();
            runsOf.add(runs);
            ofInstance
                    .computeIfAbsent(its.instance(), name -> new ArrayList<>())
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
            Arrays.fill(firstRun, before, length, NONE);
        }
        kindOf[job] = kind;
    }

    /** Takes note that a bot ended a lease. */
    void ended(int job, long run, Result result) {
        if (firstRun[job] == NONE) {
            firstRun[job] = run;
            firstResult[job] = resultNumbers.computeIfAbsent(result, its -> {
                results.add(its);
                return results.size() - 1;
            });
        } else {
            more.computeIfAbsent(job, its -> new ArrayList<>()).add(new End(run, result, "recorded"));
        }
        runsOf.get(kindOf[job]).add(run);
    }

    /** Takes note that a lease was cut off. */
    void cutOff(int job, long run) {
        cutOff.merge(job, run, Math::max);
    }

    /** Ends the record. */
    void sort() {
        runsOf.forEach(Runs::sort);
    }

    /**
     * Returns the end of a lease that would run to its end.
     *
     * @param ended the number of leases of the job that have run to their ends before it, in this world
     * @return null if nothing is known about any job
     */
    @Nullable
    End end(int job, String name, int ended) {
        if (ended == 0 && firstRun[job] != NONE) {
            return new End(firstRun[job], results.get(firstResult[job]), "recorded");
        }
        List<End> later = more.getOrDefault(job, List.of());
        if (ended > 0 && ended <= later.size()) {
            return later.get(ended - 1);
        }
        long longerThan = cutOff.getOrDefault(job, NONE);
        Kind kind = kinds.get(kindOf[job]);
        End end = quantile(List.of(runsOf.get(kindOf[job])), name, longerThan, "kind");
        if (end == null) {
            end = quantile(ofInstance.getOrDefault(kind.instance(), List.of()), name, longerThan, "instance");
        }
        if (end == null) {
            end = quantile(runsOf, name, longerThan, "cohort");
        }
        return end != null || longerThan == NONE ? end : new End(longerThan, Result.DONE, "cut off");
    }

    /** Returns the quantile of the job's hash among the run times longer than one, or null if there are none. */
    private static @Nullable End quantile(Collection<Runs> of, String name, long longerThan, String source) {
        long shorter = 0;
        long all = 0;
        for (Runs runs : of) {
            shorter += runs.countUpTo(longerThan);
            all += runs.count;
        }
        if (shorter == all) {
            return null;
        }
        long rank = shorter + Long.remainderUnsigned(hash(name), all - shorter);
        return new End(atRank(of, rank), Result.DONE, source);
    }

    /** Returns the run time that {@code rank} others precede. */
    private static long atRank(Collection<Runs> of, long rank) {
        long low = 0;
        long high = of.stream()
                .filter(runs -> runs.count > 0)
                .mapToLong(runs -> runs.runs[runs.count - 1])
                .max()
                .orElse(0);
        while (low < high) {
            long middle = low + high >>> 1;
            long upTo = of.stream().mapToLong(runs -> runs.countUpTo(middle)).sum();
            if (upTo > rank) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /** Returns a hash of a name, spread over all 64 bits. */
    private static long hash(String name) {
        long hash = 0xCBF29CE484222325L;
        for (byte each : name.getBytes(UTF_8)) {
            hash = (hash ^ each) * 0x100000001B3L;
        }
        hash = (hash ^ hash >>> 30) * 0xBF58476D1CE4E5B9L;
        hash = (hash ^ hash >>> 27) * 0x94D049BB133111EBL;
        return hash ^ hash >>> 31;
    }
}
