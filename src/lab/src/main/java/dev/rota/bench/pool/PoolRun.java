package dev.rota.bench.pool;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.bench.lanes.BenchCluster;
import dev.rota.bench.lanes.EventProducer;
import dev.rota.bench.lanes.RunTopics;
import dev.rota.bench.lanes.WholePath;
import dev.rota.bench.lanes.Workload;
import dev.rota.bench.lanes.Workload.Prepared;
import dev.rota.engine.schema.AvroCodec;
import dev.rota.serde.Wire;
import dev.rota.shards.PoolControl;
import dev.rota.shards.PoolPolicy;
import dev.rota.shards.ShardsTopics;
import dev.rota.worker.TransactionExecutor;
import dev.rota.worker.execute.ShardWorker;
import dev.rota.worker.execute.WorkerTerms;
import dev.rota.worker.state.ShardFollower;
import dev.rota.workload.Traffic;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A pool with real workers in this process: the whole path from a transaction to its committed block. */
public final class PoolRun implements AutoCloseable {

    public static final String POOL = "default";

    /** The number of workers and of threads of each. */
    public record PoolSize(int workers, int threads) {

        int slots() {
            return workers * threads;
        }
    }

    private final RunTopics site;
    private final WholePath lane;
    private final Wire wire;
    private final ShardFollower follower;
    private final List<ShardWorker> workers = new ArrayList<>();

    public PoolRun(BenchCluster track, PoolSize crew, TransactionExecutor executor)
            throws InterruptedException, IOException {
        site = track.site();
        lane = track.wholePath(site);
        lane.start();
        wire = Wire.of(track.registry(), true);
        follower = ShardFollower.start(site.settings(), wire, POOL, null);
        for (int i = 1; i <= crew.workers(); i++) {
            WorkerTerms terms = WorkerTerms.of(POOL, "worker-" + i, crew.threads(), true);
            workers.add(ShardWorker.start(terms, site.settings(), wire, follower, executor));
        }
        while (lane.taken() < crew.workers()) {
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    public RunTopics site() {
        return site;
    }

    public WholePath lane() {
        return lane;
    }

    /** Returns the number of turns that the workers have executed. */
    public long turns() {
        return workers.stream().mapToLong(worker -> worker.figures().turns()).sum();
    }

    /** Sets the pool's policy and waits until it is in force. */
    public void policy(PoolPolicy policy) throws InterruptedException {
        Traffic.Fact fact = new Traffic.Fact(ShardsTopics.CONTROLS, POOL, new PoolControl(POOL, policy));
        long taken = lane.taken();
        try (EventProducer offer = new EventProducer(site.names(), site.settings(), site.schemaIds(), true)) {
            offer.all(workload(List.of(fact)), 0);
        }
        site.awaitCommitted(lane, taken + 1);
    }

    /** Returns a workload of events whose outputs are not known in advance. */
    public static Workload workload(List<Traffic.Fact> facts) {
        List<Prepared> events = new ArrayList<>(facts.size());
        for (Traffic.Fact fact : facts) {
            byte[] avro = AvroCodec.encoded(fact.value());
            events.add(new Prepared(fact.topic(), fact.key().getBytes(UTF_8), avro, List.of()));
        }
        return new Workload("transactions", events, null);
    }

    @Override
    public void close() throws IOException {
        workers.forEach(ShardWorker::close);
        follower.close();
        wire.close();
        lane.close();
        site.close();
    }
}
