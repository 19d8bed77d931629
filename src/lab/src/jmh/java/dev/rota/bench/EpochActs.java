package dev.rota.bench;

import dev.rota.bench.network.NetworkSize;
import dev.rota.bench.network.SyntheticNetwork;
import dev.rota.chunks.Chunk;
import dev.rota.chunks.ChunksListed;
import dev.rota.chunks.ChunksTopics;
import dev.rota.chunks.EpochRequest;
import dev.rota.chunks.ListingEvent;
import dev.rota.chunks.WorkerEvent;
import dev.rota.chunks.WorkerPing;
import dev.rota.workload.Traffic.Fact;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Creates events of a synthetic network for the whole path, from listings to committed assignments. */
record EpochActs(NetworkSize size) {

    /**
     * Events to produce. The act ends when all of them are decided and committed.
     *
     * @param afresh whether the scheduler is restarted before the act, so that it has only its rows
     */
    record Act(String name, boolean afresh, Iterator<Fact> facts) {}

    private static final String NETWORK = "trial";

    /** The number of chunks in a listing, which fits a log record. */
    private static final int LISTED = 10_000;

    String name() {
        return size.toString();
    }

    List<Act> acts() {
        int grown = size.chunks() / 100;
        List<Act> acts = new ArrayList<>();
        acts.add(new Act("chunks listed", false, listings(0, size.chunks())));
        acts.add(new Act("workers and policy", false, beginnings(size)));
        acts.add(new Act("first epoch", false, request()));
        acts.add(new Act("epoch without a change", false, request()));
        acts.add(new Act("1 % more chunks listed", false, listings(size.chunks(), grown)));
        acts.add(new Act("next epoch", false, request()));
        acts.add(new Act("epoch of a scheduler that has its rows only", true, request()));
        return acts;
    }

    static Iterator<Fact> request() {
        return Stream.of(new Fact(ChunksTopics.REQUESTS, NETWORK, new EpochRequest(NETWORK, false)))
                .iterator();
    }

    private static Iterator<Fact> beginnings(NetworkSize size) {
        Stream<Fact> pings = IntStream.range(0, size.workers()).mapToObj(worker -> ping(size, worker));
        Fact policy = new Fact(ChunksTopics.POLICIES, NETWORK, SyntheticNetwork.policy(NETWORK));
        return Stream.concat(pings, Stream.of(policy)).iterator();
    }

    private static Fact ping(NetworkSize size, int worker) {
        WorkerPing ping = new WorkerPing(null, size.capacityBytes(), null, null);
        return new Fact(ChunksTopics.WORKERS, NETWORK, new WorkerEvent(NETWORK, SyntheticNetwork.worker(worker), ping));
    }

    private static Iterator<Fact> listings(int first, int count) {
        return IntStream.range(0, (count + LISTED - 1) / LISTED)
                .mapToObj(i -> listing(first + i * LISTED, Math.min(LISTED, count - i * LISTED)))
                .iterator();
    }

    /** Lists {@code count} chunks, from a number on. */
    private static Fact listing(int first, int count) {
        List<Chunk> chunks = IntStream.range(first, first + count)
                .mapToObj(number -> new Chunk(SyntheticNetwork.chunk(number), NetworkSize.CHUNK_BYTES))
                .toList();
        return new Fact(
                ChunksTopics.LISTINGS,
                NETWORK,
                new ListingEvent(NETWORK, SyntheticNetwork.DATASET, new ChunksListed(chunks)));
    }
}
