package dev.rota.chunks.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.rota.chunks.AssignmentStatus;
import dev.rota.chunks.CatalogEntry;
import dev.rota.chunks.Chunk;
import dev.rota.chunks.Epoch;
import dev.rota.chunks.EpochEvent;
import dev.rota.chunks.EpochStatus;
import dev.rota.chunks.PlacementPolicy;
import dev.rota.chunks.UnplaceableDataset;
import dev.rota.chunks.WeightReplication;
import dev.rota.chunks.WorkerAssignment;
import dev.rota.chunks.WorkerEvent;
import dev.rota.chunks.WorkerPing;
import dev.rota.chunks.WorkerState;
import dev.rota.chunks.WorkerStatus;
import dev.rota.testing.Moment;
import dev.rota.testing.TimedDecision;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Checks invariants of a network's decisions moment by moment, from the outputs of any decider alone. */
final class ChunksInvariants {

    private final SortedMap<Integer, NaiveChunk> chunks = new TreeMap<>();
    private final SortedSet<String> names = new TreeSet<>();
    private final SortedMap<String, WorkerStatus> statuses = new TreeMap<>();
    private final SortedMap<String, WorkerPing> pings = new TreeMap<>();
    private final List<WorkerAssignment> assignments = new ArrayList<>();
    private SortedMap<String, SortedMap<Integer, NaiveChunk>> published = new TreeMap<>();
    private PlacementPolicy policy = NaivePolicy.defaults(RandomHistory.NETWORK);
    private int nextNumber;
    private long epochs;
    private long effectiveFrom;
    private long publishedEpoch;
    private long converged;

    /** Checks the decisions of a moment, including those of timers before it. */
    void take(Moment moment, List<TimedDecision> decided) {
        boolean rejected = false;
        for (TimedDecision told : decided) {
            if (told.value() instanceof CatalogEntry entry) {
                catalog(entry);
            } else if (told.value() instanceof WorkerStatus status) {
                status(status);
            } else if (told.value() instanceof WorkerAssignment assignment) {
                assignments.add(assignment);
            } else if (told.value() instanceof Epoch epoch) {
                epoch(epoch, told.time());
                assignments.clear();
            } else if (told.value() instanceof EpochEvent event) {
                assertThat(event.getEpoch()).isGreaterThan(converged).isEqualTo(publishedEpoch);
                converged = event.getEpoch();
            } else {
                rejected = true;
            }
        }
        assertThat(assignments).as("assignments without an epoch").isEmpty();
        if (!rejected) {
            accept(moment);
        }
    }

    /** Applies an accepted event, which takes effect after the timers before it. */
    private void accept(Moment moment) {
        if (moment.event() instanceof PlacementPolicy accepted) {
            policy = accepted;
        } else if (moment.event() instanceof WorkerEvent event && event.getEvent() instanceof WorkerPing ping) {
            pings.put(event.getWorker(), ping);
        }
    }

    private void catalog(CatalogEntry entry) {
        assertThat(entry.getFirstNumber()).isEqualTo(nextNumber);
        assertThat(entry.getChunks().size() + entry.getRemoved().size()).isBetween(1, 1_000);
        for (Chunk chunk : entry.getChunks()) {
            NaiveChunk listed = new NaiveChunk(entry.getDataset(), chunk.getId(), chunk.getSize(), nextNumber);
            assertThat(names.add(listed.name())).as("%s is new", listed).isTrue();
            chunks.put(nextNumber++, listed);
        }
        assertThat(entry.getRemoved()).isSorted().doesNotHaveDuplicates();
        for (int number : entry.getRemoved()) {
            NaiveChunk removed = chunks.remove(number);
            assertThat(removed).isNotNull().extracting(NaiveChunk::dataset).isEqualTo(entry.getDataset());
            names.remove(Objects.requireNonNull(removed).name());
        }
    }

    private void status(WorkerStatus status) {
        if (status.getStatus() == WorkerState.GONE) {
            WorkerStatus before = statuses.remove(status.getWorker());
            assertThat(before).isNotNull().extracting(WorkerStatus::getVersion).isEqualTo(status.getVersion());
            pings.remove(status.getWorker());
        } else {
            assertThat(statuses.put(status.getWorker(), status)).isNotEqualTo(status);
        }
    }

    private void epoch(Epoch epoch, long now) {
        assertThat(epoch.getEpoch()).isEqualTo(++epochs);
        if (epoch.getStatus() != EpochStatus.PUBLISHED) {
            assertThat(epoch.getReason()).isNotEmpty();
            Epoch nothing = Epoch.newBuilder()
                    .setNetwork(RandomHistory.NETWORK)
                    .setEpoch(epochs)
                    .setStatus(epoch.getStatus())
                    .setReason(epoch.getReason())
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
            assertThat(epoch).isEqualTo(nothing);
            assertThat(assignments).isEmpty();
            return;
        }
        effectiveFrom = epoch.getEffectiveFrom();
        assertThat(effectiveFrom).isGreaterThanOrEqualTo(now);
        SortedMap<String, SortedMap<Integer, NaiveChunk>> held = held(epoch);
        counts(epoch, held);
        differences(epoch, held);
        SortedMap<String, List<NaiveChunk>> listed = new TreeMap<>();
        held.forEach((worker, numbers) -> listed.put(worker, List.copyOf(numbers.values())));
        assertThat(epoch.getDigest()).isEqualTo(NaiveDigest.of(listed, policy));
        if (epoch.getDraining() == 0
                && epoch.getReplicasWaiting() == 0
                && epoch.getUnplaceable().isEmpty()) {
            assertThat(epoch.getTargetDigest()).isEqualTo(epoch.getDigest());
        }
        assertThat(assignments).allMatch(assignment -> assignment.getEffectiveFrom() == effectiveFrom);
        published = held;
        publishedEpoch = epoch.getEpoch();
    }

    /** Returns the chunks of each worker, by id bytes in hexadecimal. Asserts that the worker has room for them. */
    private SortedMap<String, SortedMap<Integer, NaiveChunk>> held(Epoch epoch) {
        SortedMap<String, SortedMap<Integer, NaiveChunk>> held = new TreeMap<>();
        String before = "";
        int part = 0;
        for (WorkerAssignment assignment : assignments) {
            assertThat(assignment.getEpoch()).isEqualTo(epoch.getEpoch());
            String worker = NaiveWorkerId.hex(assignment.getWorker());
            part = worker.equals(before) && part > 0 ? part + 1 : 1;
            assertThat(assignment.getPart()).isEqualTo(part);
            assertThat(part > 1 || worker.compareTo(before) > 0 || held.isEmpty())
                    .as("order of id bytes")
                    .isTrue();
            add(held.computeIfAbsent(worker, hex -> new TreeMap<>()), assignment);
            if (part == assignment.getParts()) {
                whole(assignment, held.getOrDefault(worker, new TreeMap<>()));
            }
            before = worker;
        }
        return held;
    }

    private void add(SortedMap<Integer, NaiveChunk> held, WorkerAssignment assignment) {
        int number = 0;
        for (int delta : assignment.getChunks()) {
            number += delta;
            NaiveChunk chunk = chunks.get(number);
            if (chunk == null || held.put(number, chunk) != null || held.lastKey() != number) {
                fail("expected chunk %s once and in order, but it is in %s", number, assignment);
            }
        }
    }

    private void whole(WorkerAssignment assignment, SortedMap<Integer, NaiveChunk> held) {
        BigInteger bytes = held.values().stream()
                .map(chunk -> BigInteger.valueOf(chunk.size()))
                .reduce(BigInteger.ZERO, BigInteger::add);
        assertThat(assignment.getChunkCount()).isEqualTo(held.size());
        assertThat(BigInteger.valueOf(assignment.getBytes())).isEqualTo(bytes);
        assertThat(bytes)
                .as("bytes on %s", assignment.getWorker())
                .isLessThanOrEqualTo(BigInteger.valueOf(capacity(assignment.getWorker())));
        WorkerStatus status = Objects.requireNonNull(statuses.get(assignment.getWorker()));
        if (status.getStatus() == WorkerState.DRAINING || status.getStatus() == WorkerState.DRAINED) {
            return;
        }
        assertThat(assignment.getStatus() == AssignmentStatus.UNSUPPORTED_VERSION)
                .isEqualTo(status.getStatus() == WorkerState.UNSUPPORTED_VERSION);
        boolean ok = assignment.getStatus() == AssignmentStatus.OK
                || assignment.getStatus() == AssignmentStatus.DEPRECATED_VERSION;
        assertThat(ok).isEqualTo(status.getStatus() == WorkerState.ONLINE);
    }

    private long capacity(String worker) {
        Long own = Objects.requireNonNull(pings.get(worker)).getCapacityBytes();
        return own == null ? Objects.requireNonNull(policy.getCapacityBytes()) : own;
    }

    private void counts(Epoch epoch, SortedMap<String, SortedMap<Integer, NaiveChunk>> held) {
        SortedMap<Integer, Integer> holders = new TreeMap<>();
        held.values().forEach(numbers -> numbers.keySet().forEach(number -> holders.merge(number, 1, Integer::sum)));
        assertThat(epoch.getWorkers()).isEqualTo(held.size());
        assertThat(epoch.getReliable()).isEqualTo((int) statuses.values().stream()
                .filter(status -> status.getStatus() == WorkerState.ONLINE
                        && held.containsKey(NaiveWorkerId.hex(status.getWorker())))
                .count());
        assertThat(epoch.getChunks()).isEqualTo(holders.size());
        assertThat(epoch.getUnplaced()).isEqualTo(chunks.size() - holders.size());
        assertThat(epoch.getReplicas())
                .isEqualTo(holders.values().stream().mapToInt(count -> count).sum());
        assertThat(epoch.getBytesAssigned()).isEqualTo(bytes(List.copyOf(held.values())));
        List<String> unplaceable = epoch.getUnplaceable().stream()
                .map(UnplaceableDataset::getDataset)
                .toList();
        holders.keySet()
                .removeIf(number -> unplaceable.contains(
                        Objects.requireNonNull(chunks.get(number)).dataset()));
        assertThat(holders.values()).allMatch(count -> count >= policy.getMinReplication());
        assertThat(epoch.getReplication().stream()
                        .mapToInt(WeightReplication::getAchieved)
                        .min())
                .isEqualTo(holders.values().stream().mapToInt(count -> count).min());
        assertThat(epoch.getReplication())
                .extracting(WeightReplication::getWeight)
                .isSorted();
    }

    private void differences(Epoch epoch, SortedMap<String, SortedMap<Integer, NaiveChunk>> held) {
        List<SortedMap<Integer, NaiveChunk>> added = only(held, published);
        assertThat(epoch.getReplicasAdded()).isEqualTo(size(added));
        assertThat(epoch.getBytesAdded()).isEqualTo(bytes(added));
        assertThat(epoch.getReplicasRemoved()).isEqualTo(size(only(published, held)));
    }

    /** Returns for each worker of one assignment the chunks that it does not hold in the other. */
    private static List<SortedMap<Integer, NaiveChunk>> only(
            SortedMap<String, SortedMap<Integer, NaiveChunk>> one,
            SortedMap<String, SortedMap<Integer, NaiveChunk>> other) {
        List<SortedMap<Integer, NaiveChunk>> only = new ArrayList<>();
        one.forEach((worker, held) -> {
            SortedMap<Integer, NaiveChunk> left = new TreeMap<>(held);
            left.keySet().removeAll(other.getOrDefault(worker, new TreeMap<>()).keySet());
            only.add(left);
        });
        return only;
    }

    private static long size(List<SortedMap<Integer, NaiveChunk>> parts) {
        return parts.stream().mapToLong(part -> part.size()).sum();
    }

    private static long bytes(List<SortedMap<Integer, NaiveChunk>> parts) {
        return parts.stream()
                .flatMap(part -> part.values().stream())
                .mapToLong(NaiveChunk::size)
                .sum();
    }
}
