package dev.rota.chunks.scheduler;

import dev.rota.chunks.Chunk;
import dev.rota.chunks.ChunksListed;
import dev.rota.chunks.Epoch;
import dev.rota.chunks.EpochRequest;
import dev.rota.chunks.ListingEvent;
import dev.rota.chunks.PlacementPolicy;
import dev.rota.chunks.WorkerAssignment;
import dev.rota.chunks.WorkerEvent;
import dev.rota.chunks.WorkerFlagged;
import dev.rota.chunks.WorkerGone;
import dev.rota.chunks.WorkerPing;
import dev.rota.engine.Nullable;
import dev.rota.testing.Decider;
import dev.rota.testing.Moment;
import dev.rota.testing.TimedDecision;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;

/** A network of numbered workers and chunks, as in the vectors, with its last assignment. */
public final class TestNetwork {

    public static final String DATASET = "s3://solana-mainnet-0";

    /** The number of chunks that one event lists. */
    private static final int LISTED_MAX = 1_000;

    private final Decider<TimedDecision> decider;
    private long time = 1_000;

    public TestNetwork(Decider<TimedDecision> decider) {
        this.decider = decider;
    }

    static byte[] workerId(int i) {
        byte[] id = new byte[36];
        id[1] = 0x22;
        id[34] = (byte) i;
        id[35] = (byte) (i >> 8);
        return id;
    }

    public static String worker(int i) {
        return "0x" + HexFormat.of().formatHex(workerId(i));
    }

    public static String chunk(int i) {
        return String.format("0000000000/%010d-%010d-%08x", i, i + 1, i);
    }

    /** Adds the workers {@code from} (inclusive) to {@code to} (exclusive). */
    public TestNetwork workers(int from, int to, long capacity) {
        IntStream.range(from, to)
                .forEach(i -> feed(new WorkerEvent(
                        RandomHistory.NETWORK, worker(i), new WorkerPing("1.0.0", capacity, null, null))));
        return this;
    }

    public TestNetwork pinged(String worker, @Nullable String version, long capacity) {
        feed(new WorkerEvent(RandomHistory.NETWORK, worker, new WorkerPing(version, capacity, null, null)));
        return this;
    }

    public TestNetwork flagged(int i) {
        feed(new WorkerEvent(RandomHistory.NETWORK, worker(i), new WorkerFlagged(true, "")));
        return this;
    }

    public TestNetwork gone(int i) {
        feed(new WorkerEvent(RandomHistory.NETWORK, worker(i), new WorkerGone()));
        return this;
    }

    /** Adds the chunks {@code from} (inclusive) to {@code to} (exclusive), all of one size. */
    public TestNetwork chunks(int from, int to, long size) {
        for (int part = from; part < to; part += LISTED_MAX) {
            List<Chunk> chunks = IntStream.range(part, Math.min(to, part + LISTED_MAX))
                    .mapToObj(i -> new Chunk(chunk(i), size))
                    .toList();
            feed(new ListingEvent(RandomHistory.NETWORK, DATASET, new ChunksListed(chunks)));
        }
        return this;
    }

    public TestNetwork policy(Consumer<PlacementPolicy.Builder> change) {
        PlacementPolicy.Builder policy =
                PlacementPolicy.newBuilder().setNetwork(RandomHistory.NETWORK).setIgnoreReliability(true);
        change.accept(policy);
        feed(policy.build());
        return this;
    }

    /** Requests an epoch. */
    public Placed place() {
        return new Placed(feed(new EpochRequest(RandomHistory.NETWORK, false)));
    }

    private List<TimedDecision> feed(@Nullable SpecificRecord event) {
        return decider.take(new Moment(time++, event));
    }

    /** The result of a request for an epoch. */
    public static final class Placed {

        private final List<TimedDecision> told;

        private Placed(List<TimedDecision> told) {
            this.told = told;
        }

        Epoch epoch() {
            return (Epoch) told.get(told.size() - 1).value();
        }

        /** Returns the chunk numbers of a worker, separated by spaces. */
        String of(int worker) {
            return assigned(TestNetwork.worker(worker)).stream()
                    .map(String::valueOf)
                    .collect(Collectors.joining(" "));
        }

        /** Returns how many holders changed: for each chunk the smaller of the numbers gained and lost. */
        int movedFrom(Placed before) {
            SortedMap<Integer, List<String>> lost = before.holders();
            SortedMap<Integer, List<String>> gained = holders();
            int moved = 0;
            for (int chunk : gained.keySet()) {
                List<String> was = lost.getOrDefault(chunk, List.of());
                List<String> is = gained.getOrDefault(chunk, List.of());
                long fresh = is.stream().filter(one -> !was.contains(one)).count();
                long left = was.stream().filter(one -> !is.contains(one)).count();
                moved += (int) Math.min(fresh, left);
            }
            return moved;
        }

        private SortedMap<Integer, List<String>> holders() {
            SortedMap<Integer, List<String>> holders = new TreeMap<>();
            for (TimedDecision one : told) {
                if (one.value() instanceof WorkerAssignment assignment) {
                    assigned(assignment.getWorker())
                            .forEach(chunk -> holders.computeIfAbsent(chunk, number -> new ArrayList<>())
                                    .add(assignment.getWorker()));
                }
            }
            return holders;
        }

        /** Returns the chunk numbers of a worker from all parts of its assignment. */
        private List<Integer> assigned(String worker) {
            List<Integer> numbers = new ArrayList<>();
            for (TimedDecision one : told) {
                if (one.value() instanceof WorkerAssignment assignment
                        && assignment.getWorker().equals(worker)) {
                    int number = 0;
                    for (int delta : assignment.getChunks()) {
                        number += delta;
                        numbers.add(number);
                    }
                }
            }
            return numbers;
        }
    }
}
