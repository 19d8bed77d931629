package dev.rota.chunks.scheduler;

import dev.rota.chunks.CatalogEntry;
import dev.rota.chunks.Chunk;
import dev.rota.chunks.ChunksListed;
import dev.rota.chunks.ChunksRemoved;
import dev.rota.chunks.Epoch;
import dev.rota.chunks.EpochEvent;
import dev.rota.chunks.EpochRequest;
import dev.rota.chunks.ListingEvent;
import dev.rota.chunks.PlacementPolicy;
import dev.rota.chunks.WorkerAssignment;
import dev.rota.chunks.WorkerEvent;
import dev.rota.chunks.WorkerFlagged;
import dev.rota.chunks.WorkerPing;
import dev.rota.chunks.WorkerStatus;
import dev.rota.engine.Decision;
import dev.rota.engine.Nullable;
import dev.rota.engine.Rejection;
import dev.rota.testing.Moment;
import dev.rota.testing.TestLog;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;

/** Decides the log of one network, with short methods for events and short texts for decisions. */
final class ChunksLog {

    static final String NETWORK = "net";

    private final TestLog log;
    private long time = 1_000;

    ChunksLog(TestLog log) {
        this.log = log;
    }

    static ChunksLog warm() {
        return new ChunksLog(TestLog.warm(new ChunksDomain()));
    }

    static ChunksLog of(boolean cold) {
        return cold ? new ChunksLog(TestLog.cold(new ChunksDomain())) : warm();
    }

    /** Returns the id of a chunk that begins with the given block. */
    static String id(long first) {
        return String.format("%010d/%010d-%010d-hash", 0, first, first);
    }

    TestLog log() {
        return log;
    }

    /** Sets the time of the next event. */
    ChunksLog at(long when) {
        time = when;
        return this;
    }

    List<Decision> decide(SpecificRecord event) {
        return log.take(new Moment(time++, event));
    }

    List<String> say(SpecificRecord event) {
        return said(decide(event));
    }

    /** Lists chunks by the blocks that they begin with. */
    List<String> list(String dataset, long size, long... firsts) {
        return say(listed(
                dataset,
                Arrays.stream(firsts)
                        .mapToObj(first -> new Chunk(id(first), size))
                        .toList()));
    }

    /** Lists {@code count} chunks from a block on, in one event. */
    List<Decision> listMany(String dataset, int from, int count) {
        return decide(listed(
                dataset,
                IntStream.range(from, from + count)
                        .mapToObj(i -> new Chunk(id(i), 1L))
                        .toList()));
    }

    static ListingEvent listed(String dataset, List<Chunk> chunks) {
        return new ListingEvent(NETWORK, dataset, new ChunksListed(chunks));
    }

    List<String> remove(String dataset, long... firsts) {
        return say(
                removed(dataset, Arrays.stream(firsts).mapToObj(ChunksLog::id).toList()));
    }

    static ListingEvent removed(String dataset, List<String> ids) {
        return new ListingEvent(NETWORK, dataset, new ChunksRemoved(ids));
    }

    List<String> ping(String worker, @Nullable String version, @Nullable Long capacity) {
        return say(worker(worker, new WorkerPing(version, capacity, null, null)));
    }

    static WorkerEvent worker(String worker, SpecificRecord event) {
        return new WorkerEvent(NETWORK, worker, event);
    }

    /** Sends a ping that confirms an epoch. */
    List<String> confirm(String worker, @Nullable Long capacity, long epoch) {
        return say(worker(worker, new WorkerPing(null, capacity, null, epoch)));
    }

    List<String> flag(String worker, boolean flagged) {
        return say(worker(worker, new WorkerFlagged(flagged, "")));
    }

    List<String> policy(Consumer<PlacementPolicy.Builder> change) {
        return say(policyOf(change));
    }

    static PlacementPolicy policyOf(Consumer<PlacementPolicy.Builder> change) {
        PlacementPolicy.Builder policy = PlacementPolicy.newBuilder().setNetwork(NETWORK);
        change.accept(policy);
        return policy.build();
    }

    List<Decision> epoch() {
        return decide(new EpochRequest(NETWORK, false));
    }

    List<String> tick(long when) {
        time = when + 1;
        return said(log.tick(when));
    }

    static List<String> said(List<Decision> decided) {
        List<String> said = new ArrayList<>();
        for (Decision decision : decided) {
            if (decision.value() instanceof Rejection rejection) {
                said.add(rejection.getReason());
            } else if (decision.value() instanceof CatalogEntry entry) {
                said.add(entry.getDataset() + " from " + entry.getFirstNumber() + ": "
                        + entry.getChunks().size() + " listed, removed " + entry.getRemoved());
            } else if (decision.value() instanceof WorkerStatus status) {
                said.add(status.getWorker() + " " + status.getStatus() + " " + status.getVersion());
            } else if (decision.value() instanceof EpochEvent event) {
                said.add("epoch " + event.getEpoch() + " " + event.getKind());
            } else if (decision.value() instanceof Epoch epoch) {
                said.add("epoch " + epoch.getEpoch() + " " + epoch.getStatus() + " at " + decision.time());
            } else if (decision.value() instanceof WorkerAssignment assignment) {
                said.add(assignment.getWorker() + " " + assignment.getStatus() + ": "
                        + numbers(assignment).stream().map(String::valueOf).collect(Collectors.joining(" ")));
            }
        }
        return said;
    }

    static List<Integer> numbers(WorkerAssignment assignment) {
        List<Integer> numbers = new ArrayList<>();
        int number = 0;
        for (int delta : assignment.getChunks()) {
            number += delta;
            numbers.add(number);
        }
        return numbers;
    }
}
