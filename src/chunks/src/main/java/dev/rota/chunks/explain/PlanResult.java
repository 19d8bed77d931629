package dev.rota.chunks.explain;

import dev.rota.chunks.Epoch;
import dev.rota.chunks.WeightReplication;
import dev.rota.chunks.epoch.EpochShares;
import dev.rota.chunks.placement.Motion;
import dev.rota.chunks.placement.NetworkWorker;
import dev.rota.engine.Nullable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The result of a plan.
 *
 * @param shares the shares, or null if the epoch would be refused
 * @param motions what it does with the workers' extra copies, by their number among the shares; empty without routes
 * @param record the epoch as it would be published, without digests and without what it takes from readers
 */
record PlanResult(PlannedNetwork network, @Nullable EpochShares shares, List<Motion> motions, Epoch record) {

    /** Returns the changes to the assignment in force, in lines. */
    public List<String> lines() {
        String number = "epoch " + record.getEpoch();
        if (shares == null) {
            return List.of(number + " would be refused, and the assignment in force would stay: " + record.getStatus()
                    + ", " + record.getReason());
        }
        List<String> lines = new ArrayList<>();
        lines.add(number + " would be published: replicas added: " + record.getReplicasAdded() + ", removed: "
                + record.getReplicasRemoved() + ", bytes moved: " + record.getBytesAdded());
        lines.add("workers: " + record.getWorkers() + ", reliable: " + record.getReliable() + " (before: "
                + network.shares().size() + ")");
        lines.add("chunks: " + record.getChunks() + ", left out: " + record.getUnplaced() + "; replicas: "
                + record.getReplicas() + ", bytes: " + record.getBytesAssigned());
        record.getUnplaceable()
                .forEach(each -> lines.add("dataset " + each.getDataset() + " cannot be placed, and keeps "
                        + each.getKept() + " of " + each.getChunks() + " chunks: " + each.getReason()));
        if (record.getReplicasWaiting() > 0) {
            lines.add("replicas that wait for later epochs: " + record.getReplicasWaiting() + ", bytes: "
                    + record.getBytesWaiting());
        }
        lines.addAll(replication());
        lines.addAll(extremes(shares));
        return lines;
    }

    private List<String> replication() {
        Map<Integer, String> before = factors(network.row().getReplication());
        Map<Integer, String> after = factors(record.getReplication());
        Map<Integer, String> all = new TreeMap<>(before);
        all.putAll(after);
        return all.keySet().stream()
                .map(weight -> "weight " + weight + ": replicas " + after.getOrDefault(weight, "none") + " (before: "
                        + before.getOrDefault(weight, "none") + ")")
                .toList();
    }

    private static Map<Integer, String> factors(List<WeightReplication> replication) {
        Map<Integer, String> factors = new TreeMap<>();
        replication.forEach(factor -> factors.put(
                factor.getWeight(), factor.getPlanned() + " planned, " + factor.getAchieved() + " achieved"));
        return factors;
    }

    private List<String> extremes(EpochShares all) {
        Comparator<Integer> byFill = Comparator.comparingDouble(i -> fill(all, i));
        // the first by id among equals
        int fullest = IntStream.range(0, all.count())
                .boxed()
                .max(byFill.thenComparing(Comparator.reverseOrder()))
                .orElseThrow();
        int emptiest = IntStream.range(0, all.count()).boxed().min(byFill).orElseThrow();
        return List.of("fullest worker: " + filled(all, fullest), "emptiest worker: " + filled(all, emptiest));
    }

    private String filled(EpochShares all, int i) {
        return all.worker(i).id + ", " + all.share(i).bytes() + " of " + capacity(all.worker(i)) + " bytes, "
                + String.format(Locale.ROOT, "%.1f", 100 * fill(all, i)) + " %";
    }

    private double fill(EpochShares all, int i) {
        long capacity = capacity(all.worker(i));
        return capacity == 0 ? 1 : (double) all.share(i).bytes() / (double) capacity;
    }

    private long capacity(NetworkWorker worker) {
        return Objects.requireNonNull(worker.capacity(network.policy()));
    }
}
