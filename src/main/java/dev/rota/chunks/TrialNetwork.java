package dev.rota.chunks;

import dev.rota.engine.Nullable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A made-up network of any size: workers of one capacity, and chunks of one dataset that follow each other. */
final class TrialNetwork {

    static final String DATASET = "s3://solana-mainnet-0";

    private static final long CHUNK_BYTES = 100L << 20;

    private final Catalog catalog = new Catalog();
    private final List<Worker> workers = new ArrayList<>();
    private final long capacityBytes;
    private final Policy policy;

    /**
     * @param fill which part of all capacity the replicas take
     * @param saturation which part of it may be used
     */
    TrialNetwork(int chunks, int workers, int replicas, double fill, double saturation) {
        capacityBytes = (long) (CHUNK_BYTES * (double) chunks * replicas / (workers * fill));
        policy = Policy.of(PlacementPolicy.newBuilder()
                .setNetwork("trial")
                .setSaturation(saturation)
                .setIgnoreReliability(true)
                .build());
        for (int i = 0; i < workers; i++) {
            join(i);
        }
        grow(chunks);
    }

    /** One more worker; others are numbered below it. */
    void join(int number) {
        workers.add(worker(number, capacityBytes));
    }

    static Worker worker(int number, long capacityBytes) {
        Worker worker = new Worker(
                WorkerId.of(String.format(Locale.ROOT, "0x0022%064d%02x%02x", 0, number & 0xFF, number >>> 8)));
        worker.capacityBytes = capacityBytes;
        worker.status = WorkerState.ONLINE;
        return worker;
    }

    void leave(int index) {
        workers.remove(index);
    }

    /** More chunks at the dataset's end. */
    void grow(int chunks) {
        for (int i = 0; i < chunks; i++) {
            int number = catalog.count();
            String id = String.format(Locale.ROOT, "0000000000/%010d-%010d-%08x", number, number + 1, number);
            catalog.add(DATASET, ChunkId.known(id.getBytes(StandardCharsets.UTF_8)), number, CHUNK_BYTES);
        }
    }

    Load load(@Nullable Load before) {
        return new Load(catalog, policy.rules(), before);
    }

    Pass pass(Load load) {
        return new Pass(load, List.copyOf(workers), policy);
    }

    List<Worker> workers() {
        return workers;
    }

    int chunks() {
        return catalog.count();
    }

    long capacityBytes() {
        return capacityBytes;
    }

    static long bytes(int chunks) {
        return chunks * CHUNK_BYTES;
    }
}
