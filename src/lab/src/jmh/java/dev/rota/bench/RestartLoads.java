package dev.rota.bench;

import dev.rota.bench.RestartsBench.Load;
import dev.rota.bench.network.NetworkSize;
import dev.rota.chunks.scheduler.ChunksDomain;
import dev.rota.engine.Domain;
import dev.rota.jobs.scheduler.JobsDomain;
import dev.rota.settings.BadSetting;
import dev.rota.shards.ShardsTopics;
import dev.rota.shards.scheduler.ShardsDomain;
import dev.rota.shards.scheduler.Transactions;
import dev.rota.workload.Loop;
import dev.rota.workload.Traffic.Fact;
import dev.rota.workload.WorkloadRegistry;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Spliterators;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Creates one large unit of each domain that can have one: queued jobs, shards with pending transactions, placed
 * chunks.
 */
record RestartLoads(int size) {

    private static final String POOL = "pool";
    private static final int PAYLOAD_BYTES = 200;

    Domain domain(String name) {
        return switch (name) {
            case "jobs" -> new JobsDomain();
            case "shards" -> new ShardsDomain();
            case "chunks" -> new ChunksDomain();
            default -> throw new BadSetting("expected jobs, shards or chunks, but was '" + name + "'");
        };
    }

    Load of(String name) {
        return switch (name) {
            case "jobs" -> jobs();
            case "shards" -> shards();
            default -> chunks();
        };
    }

    private Load jobs() {
        Loop farm = Objects.requireNonNull(WorkloadRegistry.of(new JobsDomain()).loop(size));
        Iterator<Fact> filling = Stream.generate(farm::waiting)
                .takeWhile(part -> !part.isEmpty())
                .flatMap(List::stream)
                .iterator();
        return new Load(
                String.format("%,d queued jobs", size),
                filling,
                Stream.generate(farm::work).iterator(),
                2_000,
                "2g");
    }

    private Load shards() {
        return new Load(
                String.format("%,d shards", size),
                IntStream.range(0, size).mapToObj(i -> transaction(i, "a")).iterator(),
                Stream.iterate(0, i -> i + 1)
                        .map(i -> transaction(i % size, "b" + i / size))
                        .iterator(),
                2_000,
                "2g");
    }

    private static Fact transaction(int number, String id) {
        String shard = "shard-" + number;
        return new Fact(
                ShardsTopics.TRANSACTIONS,
                shard,
                Transactions.of(POOL, shard, id + "-" + shard, ByteBuffer.wrap(new byte[PAYLOAD_BYTES])));
    }

    /** Further events request an epoch, which needs all rows of the network. */
    private Load chunks() {
        EpochActs network = new EpochActs(new NetworkSize(size, 2_000, 8, 0.988));
        Iterator<Fact> filling = network.acts().stream()
                .limit(3)
                .flatMap(act -> StreamSupport.stream(Spliterators.spliteratorUnknownSize(act.facts(), 0), false))
                .iterator();
        return new Load(
                String.format("%,d chunks", size),
                filling,
                Stream.generate(() -> EpochActs.request().next()).iterator(),
                3,
                "3g");
    }
}
