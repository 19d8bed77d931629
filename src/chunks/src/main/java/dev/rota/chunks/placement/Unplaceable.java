package dev.rota.chunks.placement;

import dev.rota.chunks.UnplaceableDataset;
import dev.rota.chunks.policy.Policy;
import dev.rota.chunks.policy.Weights;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The datasets that no placement can serve: one of their chunks needs a version or a capacity that fewer workers have
 * than it must have replicas. One such dataset would otherwise refuse every epoch of its network.
 */
public final class Unplaceable {

    /** The capacity if no worker has the version. */
    private static final long NO_WORKER = -1;

    /** The number of workers that a reason names. */
    private static final int NAMED_MAX = 8;

    private final EpochChunks load;
    private final List<NetworkWorker> workers;
    private final Policy policy;
    private final int min;
    private final TreeMap<Integer, String> reasons = new TreeMap<>();

    private Unplaceable(EpochChunks load, List<NetworkWorker> workers, Policy policy) {
        this.load = load;
        this.workers = workers;
        this.policy = policy;
        this.min = policy.rules().getMinReplication();
    }

    /**
     * Finds the datasets, and leaves them out of the load. If there are fewer workers than replicas there are none,
     * since then nothing can be placed at all.
     *
     * @param workers the workers whose replicas count
     */
    public static Unplaceable leftOutOf(EpochChunks load, List<NetworkWorker> workers, Policy policy) {
        Unplaceable found = new Unplaceable(load, workers, policy);
        if (workers.size() >= found.min) {
            found.find();
        }
        return found;
    }

    public boolean isEmpty() {
        return reasons.isEmpty();
    }

    private void find() {
        long[] limits = new long[load.kinds.size()];
        boolean suspicious = false;
        for (int kind = 0; kind < limits.length; kind++) {
            limits[kind] = sizeLimit(load.kinds.get(kind));
            suspicious |= load.largest() > limits[kind];
        }
        if (!suspicious) {
            return;
        }
        boolean[] leftOut = new boolean[load.datasets.size()];
        for (int chunk = 0; chunk < load.count; chunk++) {
            int dataset = load.dataset[chunk];
            if (!leftOut[dataset] && load.size[chunk] > limits[load.kind[chunk]]) {
                leftOut[dataset] = true;
                reasons.put(dataset, reason(chunk));
            }
        }
        if (!reasons.isEmpty()) {
            load.leaveOut(leftOut);
        }
    }

    /** Returns the size of the largest chunk of a kind for which there are enough workers. */
    private long sizeLimit(Weights.Kind kind) {
        long[] capacities = workers.stream()
                .filter(worker -> suits(worker, kind))
                .mapToLong(this::capacity)
                .sorted()
                .toArray();
        return capacities.length < min ? NO_WORKER : capacities[capacities.length - min];
    }

    private static boolean suits(NetworkWorker worker, Weights.Kind kind) {
        return kind.version() == null || !worker.isBelow(kind.version());
    }

    private long capacity(NetworkWorker worker) {
        return Objects.requireNonNull(worker.capacity(policy));
    }

    private String reason(int chunk) {
        Weights.Kind kind = load.kinds.get(load.kind[chunk]);
        List<NetworkWorker> suitable =
                workers.stream().filter(worker -> suits(worker, kind)).toList();
        String version = kind.minVersion() == null ? "" : " with version " + kind.minVersion();
        String wanted = "expected " + min + (min == 1 ? " worker" : " workers") + version + ", one for each replica";
        if (suitable.size() < min) {
            return wanted + ", but of " + workers.size() + " that count " + named(suitable) + "; "
                    + otherVersions(kind);
        }
        List<NetworkWorker> roomy = suitable.stream()
                .filter(worker -> capacity(worker) >= load.size[chunk])
                .toList();
        return wanted + ", and a capacity of " + load.size[chunk] + " bytes for chunk " + load.address(chunk)
                + ", but of " + suitable.size() + " that count " + named(roomy);
    }

    /** Returns the workers that meet the need, in words. */
    private static String named(List<NetworkWorker> some) {
        if (some.isEmpty()) {
            return "none has it";
        }
        List<String> names = new ArrayList<>();
        some.stream().limit(NAMED_MAX).forEach(worker -> names.add(worker.id.text()));
        return "only " + some.size() + (some.size() == 1 ? " has it: " : " have it: ") + String.join(", ", names)
                + (some.size() > NAMED_MAX ? ", ..." : "");
    }

    /** Returns how many of the other workers have which version, in words. */
    private String otherVersions(Weights.Kind kind) {
        TreeMap<String, Integer> counts = new TreeMap<>();
        workers.stream()
                .filter(worker -> !suits(worker, kind))
                .forEach(worker -> counts.merge(
                        worker.knownVersion == null ? "an unknown version" : String.valueOf(worker.version),
                        1,
                        Integer::sum));
        List<String> texts = new ArrayList<>();
        counts.entrySet().stream()
                .limit(NAMED_MAX)
                .forEach(entry -> texts.add(entry.getKey() + " (" + entry.getValue() + ")"));
        return "the others have " + String.join(", ", texts) + (counts.size() > NAMED_MAX ? ", ..." : "");
    }

    /** Returns the datasets as an epoch lists them. */
    public List<UnplaceableDataset> records(KeptCopies kept) {
        if (reasons.isEmpty()) {
            return List.of();
        }
        long[] chunks = new long[load.datasets.size()];
        long[] held = new long[chunks.length];
        for (int chunk = 0; chunk < load.count; chunk++) {
            chunks[load.dataset[chunk]]++;
            held[load.dataset[chunk]] += load.isLeftOut(chunk) && kept.has(chunk) ? 1 : 0;
        }
        List<UnplaceableDataset> records = new ArrayList<>();
        reasons.forEach((dataset, reason) -> records.add(
                new UnplaceableDataset(load.datasets.get(dataset).name(), reason, chunks[dataset], held[dataset])));
        return records;
    }

    /** Returns the number of chunks in a list of records that no worker keeps. */
    public static long lost(List<UnplaceableDataset> records) {
        return records.stream()
                .mapToLong(each -> each.getChunks() - each.getKept())
                .sum();
    }
}
