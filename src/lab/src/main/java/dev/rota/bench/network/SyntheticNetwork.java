package dev.rota.bench.network;

import dev.rota.chunks.PlacementPolicy;
import dev.rota.chunks.WorkerState;
import dev.rota.chunks.catalog.Catalog;
import dev.rota.chunks.catalog.ChunkId;
import dev.rota.chunks.placement.EpochChunks;
import dev.rota.chunks.placement.NetworkWorker;
import dev.rota.chunks.placement.Pass;
import dev.rota.chunks.placement.WorkerId;
import dev.rota.chunks.policy.Policy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** A synthetic network of any size: workers of equal capacity, and consecutive chunks of one dataset. */
public final class SyntheticNetwork {

    public static final String DATASET = "s3://solana-mainnet-0";

    private final Catalog catalog = new Catalog();
    private final List<NetworkWorker> workers = new ArrayList<>();
    private final NetworkSize size;
    private int loads;
    private final Policy policy = Policy.of(policy("bench"));

    public SyntheticNetwork(NetworkSize size) {
        this.size = size;
        for (int i = 0; i < size.workers(); i++) {
            join(i);
        }
        grow(size.chunks());
    }

    public static PlacementPolicy policy(String network) {
        return PlacementPolicy.newBuilder()
                .setNetwork(network)
                .setSaturation(NetworkSize.SATURATION)
                .setIgnoreReliability(true)
                .build();
    }

    public static String worker(int number) {
        return String.format(Locale.ROOT, "0x0022%064d%02x%02x", 0, number & 0xFF, number >>> Byte.SIZE);
    }

    public static String chunk(int number) {
        return String.format(Locale.ROOT, "0000000000/%010d-%010d-%08x", number, number + 1, number);
    }

    /** Adds a worker; the others have lower numbers. */
    public void join(int number) {
        NetworkWorker worker = new NetworkWorker(WorkerId.of(worker(number)));
        worker.capacityBytes = size.capacityBytes();
        worker.status = WorkerState.ONLINE;
        workers.add(worker);
        workers.sort(Comparator.comparing(member -> member.id));
    }

    public void leave(int index) {
        workers.remove(index);
    }

    /** Appends chunks to the dataset. */
    public void grow(int chunks) {
        int first = catalog.count();
        for (int number = first; number < first + chunks; number++) {
            ChunkId id = ChunkId.of(chunk(number));
            if (id != null) {
                catalog.add(DATASET, id, number, NetworkSize.CHUNK_BYTES);
            }
        }
    }

    public EpochChunks load() {
        return new EpochChunks(catalog, policy.rules(), ++loads);
    }

    public Pass pass(EpochChunks load) {
        return new Pass(load, List.copyOf(workers), policy);
    }

    public List<NetworkWorker> workers() {
        return List.copyOf(workers);
    }
}
