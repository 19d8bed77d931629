package dev.rota.chunks.scheduler;

import dev.rota.chunks.AssignmentStatus;
import dev.rota.chunks.Epoch;
import dev.rota.chunks.EpochStatus;
import dev.rota.chunks.PlacementPolicy;
import dev.rota.chunks.UnplaceableDataset;
import dev.rota.chunks.WeightReplication;
import dev.rota.chunks.WorkerAssignment;
import dev.rota.chunks.WorkerState;
import dev.rota.engine.Nullable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;

/** Models the epochs of a network: its assignment in force, and the one that follows it. */
final class NaiveEpochs {

    private final String network;
    private long number;
    private long effectiveFrom;

    /** The chunks assigned to each worker, by id bytes in hexadecimal and chunk number. */
    private SortedMap<String, SortedMap<Integer, NaiveChunk>> published = new TreeMap<>();

    /** The epoch since which each worker has been assigned each of its chunks. */
    private SortedMap<String, SortedMap<Integer, Long>> since = new TreeMap<>();

    private long inForce;
    private long converged;

    NaiveEpochs(String network) {
        this.network = network;
    }

    long number() {
        return number;
    }

    /** Applies the epoch that a worker's ping confirms. */
    void confirm(NaiveWorker worker, @Nullable Long epoch) {
        if (epoch == null || epoch > number || inForce == 0) {
            return;
        }
        Long before = worker.confirmed;
        if (before == null || epoch == 0 || epoch > before) {
            worker.confirmed = Math.min(epoch, inForce);
            worker.everConfirmed |= worker.confirmed > 0;
        }
        boolean first = before == null && epoch < inForce;
        boolean takenBack = before != null && before > 0 && epoch == 0;
        if (first || takenBack) {
            since.getOrDefault(worker.hex, new TreeMap<>()).replaceAll((chunk, known) -> inForce);
        }
    }

    boolean hasConfirmed(NaiveWorker worker, int chunk) {
        Long given = since.getOrDefault(worker.hex, new TreeMap<>()).get(chunk);
        return given != null && worker.confirmed != null && worker.confirmed >= given;
    }

    private boolean hasConfirmedAll(NaiveWorker worker) {
        return worker.confirmed != null
                && since.getOrDefault(worker.hex, new TreeMap<>()).keySet().stream()
                        .allMatch(chunk -> hasConfirmed(worker, chunk));
    }

    /** Returns the epoch in force if it has just converged, else 0. */
    long converged(NaiveWorkers workers, PlacementPolicy policy, long now) {
        List<NaiveWorker> online = workers.all().stream()
                .filter(worker -> worker.status(policy, now) == WorkerState.ONLINE)
                .toList();
        boolean all = online.stream().filter(worker -> worker.tookPart).allMatch(this::hasConfirmedAll);
        if (converged == inForce || !all || online.stream().noneMatch(this::hasConfirmedAll)) {
            return 0;
        }
        converged = inForce;
        return converged;
    }

    private void given(SortedMap<String, SortedMap<Integer, NaiveChunk>> fresh) {
        SortedMap<String, SortedMap<Integer, Long>> before = since;
        since = new TreeMap<>();
        fresh.forEach((worker, chunks) -> {
            SortedMap<Integer, Long> own = new TreeMap<>();
            chunks.keySet()
                    .forEach(chunk -> own.put(
                            chunk, before.getOrDefault(worker, new TreeMap<>()).getOrDefault(chunk, number)));
            since.put(worker, own);
        });
        inForce = number;
    }

    /** Sets the number and bytes of the chunks that each worker is still assigned. */
    void left(NaiveWorkers workers) {
        for (NaiveWorker worker : workers.all()) {
            SortedMap<Integer, NaiveChunk> own = published.getOrDefault(worker.hex, new TreeMap<>());
            worker.left = own.size();
            worker.bytesLeft = own.values().stream().mapToLong(NaiveChunk::size).sum();
        }
    }

    /** Returns the assignments and the epoch, or only the epoch if it is refused. */
    List<SpecificRecord> next(
            NaiveCatalog catalog, NaiveWorkers workers, PlacementPolicy policy, long now, boolean bounded) {
        number++;
        List<NaiveWorker> all = workers.all().stream()
                .filter(worker -> worker.capacity(policy) != null)
                .toList();
        if (all.stream().allMatch(worker -> worker.draining)) {
            return List.of(refused(EpochStatus.NO_WORKERS, "no worker with a capacity"));
        }
        try {
            int confirming = (int) workers.all().stream()
                    .filter(worker -> worker.everConfirmed)
                    .count();
            List<SpecificRecord> told = publish(catalog, all, policy, now, confirming, bounded);
            workers.all().forEach(worker -> worker.tookPart = all.contains(worker));
            return told;
        } catch (NaiveNotEnough e) {
            return List.of(refused(EpochStatus.NOT_ENOUGH_CAPACITY, e.sentence()));
        }
    }

    private List<SpecificRecord> publish(
            NaiveCatalog catalog,
            List<NaiveWorker> all,
            PlacementPolicy policy,
            long now,
            int confirming,
            boolean bounded)
            throws NaiveNotEnough {
        List<NaiveWanted> wanted = NaiveWanted.of(catalog, policy);
        List<NaiveWorker> reliable = all.stream()
                .filter(worker -> worker.status(policy, now) == WorkerState.ONLINE)
                .toList();
        List<NaiveWorker> others = all.stream()
                .filter(worker -> !reliable.contains(worker) && !worker.draining)
                .toList();
        List<NaiveWorker> reliableFirst =
                Stream.concat(reliable.stream(), others.stream()).toList();
        NaiveUnplaceable unplaceable =
                new NaiveUnplaceable(wanted, policy.getIgnoreReliability() ? reliableFirst : reliable, policy);
        unplaceable.keep(wanted, all, policy, published);
        boolean nothing = wanted.stream().allMatch(unplaceable::has);
        NaivePass first;
        NaivePass second;
        if (policy.getIgnoreReliability()) {
            first = new NaivePass(reliableFirst, wanted, policy, unplaceable).run();
            second = first;
        } else {
            if (reliable.isEmpty() && !nothing) {
                throw new NaiveNotEnough("no reliable worker");
            }
            first = new NaivePass(reliable, wanted, policy, unplaceable).run();
            second = others.isEmpty() ? first : new NaivePass(reliableFirst, wanted, policy, unplaceable).run();
        }
        List<NaiveMoves.Addition> target = new ArrayList<>();
        boolean onePass = first == second;
        first.copies().stream()
                .filter(copy -> onePass || reliable.contains(copy.worker()))
                .forEach(target::add);
        second.copies().stream()
                .filter(copy -> !onePass && !reliable.contains(copy.worker()))
                .forEach(target::add);
        NaiveMoves moves = new NaiveMoves(all, policy, now, wanted, unplaceable, published, this::hasConfirmed, target);
        SortedMap<String, SortedMap<Integer, NaiveWanted>> result =
                moves.run(bounded ? policy.getMoveBytesMax() : null);
        result.forEach((worker, held) -> held.putAll(unplaceable.kept.getOrDefault(worker, new TreeMap<>())));

        effectiveFrom = later(now, policy.getEffectiveAfterMs());
        List<SpecificRecord> told = new ArrayList<>();
        for (NaiveWorker worker : all) {
            told.add(assignment(worker, worker.assignmentStatus(policy, now), chunks(result, worker)));
        }
        List<UnplaceableDataset> records = unplaceable.records(wanted);
        long lost = records.stream()
                .mapToLong(each -> each.getChunks() - each.getKept())
                .sum();
        long placed = wanted.size() - lost;
        List<NaiveWanted> placeable =
                wanted.stream().filter(chunk -> !unplaceable.has(chunk)).toList();
        Epoch epoch = published(
                all.size(),
                reliable.size(),
                placeable,
                placed,
                catalog.chunks().size() - placed,
                first.factors(),
                result,
                policy);
        told.add(Epoch.newBuilder(epoch)
                .setTargetDigest(NaiveDigest.of(placedOf(all, target), policy))
                .setUnplaceable(records)
                .setConfirming(confirming)
                .setDraining(
                        (int) all.stream().filter(worker -> worker.draining).count())
                .setReplicasWaiting(moves.waiting().size())
                .setBytesWaiting(moves.waiting().stream()
                        .mapToLong(copy -> copy.chunk().chunk().size())
                        .sum())
                .build());
        return told;
    }

    /** Returns the chunks that the passes placed, by the workers that are not drained. */
    private static SortedMap<String, List<NaiveChunk>> placedOf(
            List<NaiveWorker> all, List<NaiveMoves.Addition> copies) {
        SortedMap<String, List<NaiveChunk>> placed = new TreeMap<>();
        all.stream().filter(worker -> !worker.draining).forEach(worker -> placed.put(worker.hex, new ArrayList<>()));
        copies.forEach(copy -> placed.computeIfAbsent(copy.worker().hex, hex -> new ArrayList<>())
                .add(copy.chunk().chunk()));
        return placed;
    }

    private Epoch refused(EpochStatus status, String reason) {
        return Epoch.newBuilder()
                .setNetwork(network)
                .setEpoch(number)
                .setStatus(status)
                .setReason(reason)
                .setEffectiveFrom(effectiveFrom)
                .setWorkers(0)
                .setReliable(0)
                .setChunks(0L)
                .setUnplaced(0L)
                .setReplicas(0L)
                .setReplication(List.of())
                .setBytesAssigned(0L)
                .setReplicasAdded(0L)
                .setReplicasRemoved(0L)
                .setBytesAdded(0L)
                .setDigest("")
                .build();
    }

    private WorkerAssignment assignment(
            NaiveWorker worker, AssignmentStatus status, SortedMap<Integer, NaiveChunk> chunks) {
        List<Integer> deltas = new ArrayList<>();
        int before = 0;
        for (int chunk : chunks.keySet()) {
            deltas.add(chunk - before);
            before = chunk;
        }
        long bytes = chunks.values().stream().mapToLong(NaiveChunk::size).sum();
        return WorkerAssignment.newBuilder()
                .setNetwork(network)
                .setEpoch(number)
                .setWorker(worker.id)
                .setStatus(status)
                .setChunks(deltas)
                .setChunkCount(chunks.size())
                .setBytes(bytes)
                .setEffectiveFrom(effectiveFrom)
                .build();
    }

    private Epoch published(
            int workers,
            int reliable,
            List<NaiveWanted> wanted,
            long placed,
            long unplaced,
            SortedMap<Integer, Integer> planned,
            SortedMap<String, SortedMap<Integer, NaiveWanted>> result,
            PlacementPolicy policy) {
        SortedMap<String, SortedMap<Integer, NaiveChunk>> fresh = new TreeMap<>();
        result.forEach((worker, chunks) -> fresh.put(worker, plain(chunks)));
        List<WeightReplication> replication = new ArrayList<>();
        planned.forEach((weight, factor) ->
                replication.add(new WeightReplication(weight, factor, achieved(weight, wanted, result))));
        List<NaiveChunk> added = onlyIn(fresh, published);
        List<NaiveChunk> removed = onlyIn(published, fresh);
        SortedMap<String, List<NaiveChunk>> held = new TreeMap<>();
        fresh.forEach((worker, chunks) -> held.put(worker, List.copyOf(chunks.values())));
        published = fresh;
        String digest = NaiveDigest.of(held, policy);
        given(fresh);
        return Epoch.newBuilder()
                .setNetwork(network)
                .setEpoch(number)
                .setStatus(EpochStatus.PUBLISHED)
                .setEffectiveFrom(effectiveFrom)
                .setWorkers(workers)
                .setReliable(reliable)
                .setChunks(placed)
                .setUnplaced(unplaced)
                .setReplicas(held.values().stream().mapToLong(List::size).sum())
                .setReplication(replication)
                .setBytesAssigned(
                        held.values().stream().mapToLong(NaiveEpochs::bytes).sum())
                .setReplicasAdded((long) added.size())
                .setReplicasRemoved((long) removed.size())
                .setBytesAdded(bytes(added))
                .setDigest(digest)
                .setTargetDigest(digest)
                .build();
    }

    /** Returns the least number of holders of a chunk of the given weight. */
    private static int achieved(
            int weight, List<NaiveWanted> wanted, SortedMap<String, SortedMap<Integer, NaiveWanted>> result) {
        return wanted.stream()
                .filter(chunk -> chunk.weight() == weight)
                .mapToInt(chunk -> (int) result.values().stream()
                        .filter(held -> held.containsKey(chunk.chunk().number()))
                        .count())
                .min()
                .orElse(0);
    }

    private static List<NaiveChunk> onlyIn(
            SortedMap<String, SortedMap<Integer, NaiveChunk>> one,
            SortedMap<String, SortedMap<Integer, NaiveChunk>> other) {
        List<NaiveChunk> only = new ArrayList<>();
        one.forEach((worker, chunks) -> {
            Map<Integer, NaiveChunk> counterpart = other.getOrDefault(worker, new TreeMap<>());
            chunks.forEach((chunk, value) -> {
                if (!counterpart.containsKey(chunk)) {
                    only.add(value);
                }
            });
        });
        return only;
    }

    private static SortedMap<Integer, NaiveChunk> chunks(
            SortedMap<String, SortedMap<Integer, NaiveWanted>> result, NaiveWorker worker) {
        return plain(result.getOrDefault(worker.hex, new TreeMap<>()));
    }

    private static SortedMap<Integer, NaiveChunk> plain(SortedMap<Integer, NaiveWanted> wanted) {
        SortedMap<Integer, NaiveChunk> plain = new TreeMap<>();
        wanted.forEach((chunk, value) -> plain.put(chunk, value.chunk()));
        return plain;
    }

    private static long bytes(List<NaiveChunk> chunks) {
        return chunks.stream().mapToLong(NaiveChunk::size).sum();
    }

    /** Returns {@code time + by}, or the greatest long on overflow. */
    static long later(long time, long by) {
        return by > Long.MAX_VALUE - time ? Long.MAX_VALUE : time + by;
    }
}
