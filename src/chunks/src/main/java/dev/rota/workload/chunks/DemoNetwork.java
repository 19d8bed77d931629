package dev.rota.workload.chunks;

import dev.rota.chunks.Chunk;
import dev.rota.chunks.ChunksListed;
import dev.rota.chunks.ChunksRemoved;
import dev.rota.chunks.ChunksTopics;
import dev.rota.chunks.DatasetPolicy;
import dev.rota.chunks.DatasetRemoved;
import dev.rota.chunks.Epoch;
import dev.rota.chunks.EpochStatus;
import dev.rota.chunks.ListingEvent;
import dev.rota.chunks.PlacementPolicy;
import dev.rota.chunks.RoutesMode;
import dev.rota.chunks.Segment;
import dev.rota.chunks.WorkerAssignment;
import dev.rota.workload.Traffic;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;

/**
 * A small network with routes: chains grow by a chunk each second, old chunks are removed, and workers join, confirm
 * what they are assigned, and leave. Blocks are numbered by time, so a restarted demo continues the network.
 */
final class DemoNetwork implements Traffic {

    static final String NAME = "demo";

    private static final List<String> DATASETS =
            List.of("s3://ethereum-mainnet", "s3://solana-mainnet", "s3://base-mainnet");

    /** A dataset that has always existed, whose policy has no segments. */
    private static final String ARCHIVE = "s3://bitcoin-mainnet";

    private static final int ARCHIVE_CHUNKS = 40;
    private static final int BLOCKS_PER_CHUNK = 30;
    private static final int KEPT_CHUNKS = 300;
    private static final int WORKERS = 16;
    private static final long SECOND_MS = 1_000;
    private static final long GRACE_MS = 5_000;
    private static final long MEGABYTE = 1L << 20;

    private record DemoChunk(String dataset, String chunk) {}

    private final List<DemoWorker> workers =
            IntStream.rangeClosed(1, WORKERS).mapToObj(DemoWorker::new).toList();
    private final Deque<DemoChunk> listed = new ArrayDeque<>();
    private long second = -1;

    @Override
    public List<Fact> at(long timeMs) {
        List<Fact> facts = new ArrayList<>();
        if (second < 0) {
            facts.add(new Fact(ChunksTopics.POLICIES, NAME, policy()));
            facts.add(archive());
        }
        if (timeMs / SECOND_MS > second) {
            second = timeMs / SECOND_MS;
            facts.add(grow());
            if (listed.size() > KEPT_CHUNKS) {
                DemoChunk oldest = listed.remove();
                facts.add(listing(oldest.dataset, new ChunksRemoved(List.of(oldest.chunk))));
            }
        }
        workers.forEach(worker -> facts.addAll(worker.at(timeMs)));
        return facts;
    }

    /** Reacts to a decision. If the data of earlier demos leaves no capacity, chains start again. */
    @Override
    public List<Fact> answer(String topic, SpecificRecord decision) {
        if (decision instanceof WorkerAssignment share) {
            workers.forEach(worker -> worker.assigned(share));
        }
        if (!(decision instanceof Epoch epoch) || epoch.getStatus() != EpochStatus.NOT_ENOUGH_CAPACITY) {
            return List.of();
        }
        listed.clear();
        return DATASETS.stream()
                .map(dataset -> listing(dataset, new DatasetRemoved()))
                .toList();
    }

    private static PlacementPolicy policy() {
        List<DatasetPolicy> datasets = new ArrayList<>();
        for (String dataset : DATASETS) {
            // new data is requested most
            datasets.add(new DatasetPolicy(
                    dataset, List.of(new Segment(0L, 2, null), new Segment(-20L * BLOCKS_PER_CHUNK, 6, null))));
        }
        datasets.add(new DatasetPolicy(ARCHIVE, List.of()));
        return PlacementPolicy.newBuilder()
                .setNetwork(NAME)
                .setDatasets(datasets)
                .setSaturation(0.9)
                .setMinReplication(2)
                .setRings(1_000)
                .setInactiveAfterMs(6_000)
                .setStaleBelowBytes(MEGABYTE)
                .setMinVersion("2.0.0")
                .setRecommendedVersion("2.6.0")
                .setEpochEveryMs(10_000L)
                .setEffectiveAfterMs(5_000)
                .setRoutes(RoutesMode.CONFIRMED)
                .setGraceMs(GRACE_MS)
                .build();
    }

    private static Fact archive() {
        List<Chunk> chunks = IntStream.range(0, ARCHIVE_CHUNKS)
                .mapToObj(i -> chunk((long) i * BLOCKS_PER_CHUNK))
                .toList();
        return listing(ARCHIVE, new ChunksListed(chunks));
    }

    /** Adds a chunk to the next dataset, in rotation. */
    private Fact grow() {
        String dataset = DATASETS.get((int) (second % DATASETS.size()));
        Chunk chunk = chunk(second / DATASETS.size() * BLOCKS_PER_CHUNK);
        listed.add(new DemoChunk(dataset, chunk.getId()));
        return listing(dataset, new ChunksListed(List.of(chunk)));
    }

    /** Returns the chunk for a first block, which is always the same. */
    private static Chunk chunk(long first) {
        SplittableRandom random = new SplittableRandom(first);
        long top = first / (100 * BLOCKS_PER_CHUNK) * (100 * BLOCKS_PER_CHUNK);
        String id = String.format(
                Locale.ROOT, "%010d/%010d-%010d-%08x", top, first, first + BLOCKS_PER_CHUNK - 1, random.nextInt());
        return new Chunk(id, MEGABYTE * (100 + random.nextInt(200)));
    }

    private static Fact listing(String dataset, SpecificRecord event) {
        return new Fact(ChunksTopics.LISTINGS, dataset, new ListingEvent(NAME, dataset, event));
    }
}
