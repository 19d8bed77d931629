package dev.rota.bench.keyed;

import dev.rota.bench.lanes.BenchCluster;
import dev.rota.bench.lanes.EventProducer;
import dev.rota.bench.lanes.PathCounts;
import dev.rota.bench.lanes.RunTopics;
import dev.rota.bench.lanes.TopicEnds;
import dev.rota.bench.lanes.WholePath;
import dev.rota.bench.pool.PoolRun;
import dev.rota.bench.report.ReportPrinter;
import dev.rota.engine.schema.Framing;
import dev.rota.settings.AdoptedTopics;
import dev.rota.settings.Settings;
import dev.rota.shards.Batch;
import dev.rota.shards.Batches;
import dev.rota.shards.PoolControl;
import dev.rota.shards.PoolPolicy;
import dev.rota.shards.ShardsTopics;
import dev.rota.shards.scheduler.ShardsDomain;
import dev.rota.stream.adopted.MappingAnnouncement;
import dev.rota.workload.Traffic.Fact;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.OffsetSpec;

/** An instance of the scheduler in this process, with stateless pools that adopt a topic. */
final class AdoptingPool implements AutoCloseable {

    private final RunTopics site;
    private final WholePath lane;

    /** @param pools the pools among which the topic's keys are divided */
    AdoptingPool(KeyedCluster cluster, String topic, List<String> pools, long quantumMs)
            throws InterruptedException, IOException {
        String mapped = pools.size() == 1 ? pools.get(0) : topic + "/" + pools.size();
        Settings settings =
                cluster.settings().with(Map.of("adopt." + topic, "shards", "adopt." + topic + ".pool", mapped));
        BenchCluster track = new BenchCluster(new ShardsDomain(), settings, cluster.registry(), cluster.admin());
        site = track.site();
        lane = track.wholePath(site);
        lane.start();
        PoolPolicy policy = PoolPolicy.newBuilder()
                .setStateless(true)
                .setQuantumMs(quantumMs)
                .setWorkerTimeoutMs(Subscription.SILENCE_MS_MAX)
                .build();
        try (EventProducer offer = new EventProducer(site.names(), site.settings(), site.schemaIds(), true)) {
            offer.all(
                    PoolRun.workload(pools.stream()
                            .map(pool -> new Fact(ShardsTopics.CONTROLS, pool, new PoolControl(pool, policy)))
                            .toList()),
                    0);
        }
        site.awaitCommitted(lane, pools.size());
        var unused = new MappingAnnouncement(site.names(), site.settings(), cluster.admin())
                .announce(
                        AdoptedTopics.mapping(
                                new ShardsDomain(),
                                topic,
                                false,
                                Objects.requireNonNull(AdoptedTopics.of(new ShardsDomain(), site.settings())
                                        .get(topic))),
                        OffsetSpec.earliest());
    }

    Settings settings() {
        return site.settings();
    }

    String prefix() {
        return site.names().prefix();
    }

    void requireRunning() {
        lane.requireRunning();
    }

    /** Waits until all that the log contains is decided and committed. */
    void awaitCommitted() throws InterruptedException {
        site.awaitCommitted(lane, 0);
    }

    /** Begins to watch the paths of records, of which none has been sent. */
    RecordPath path(int records) {
        return new RecordPath(site, records);
    }

    /** What has been written since a moment, and the batches that were sent. */
    final class Counts {

        private final PathCounts path = new PathCounts(site, lane);
        private final TopicEnds from = assignments();
        private long batches;

        /** Prints what has been written for each of {@code count} records. */
        void print(ReportPrinter out, String what, int count) {
            path.print(out, what, count);
            from.read(
                    assignments(),
                    site.settings(),
                    record -> batches += Batches.of(decoded(record.value())).size());
            out.print("    turns %.2f", (double) batches / count);
        }

        private TopicEnds assignments() {
            return TopicEnds.now(site.settings(), List.of(site.names().topic(ShardsTopics.ASSIGNMENTS.topic())));
        }

        private static Batch decoded(byte[] value) {
            try {
                return ShardsTopics.ASSIGNMENTS.codec().decode(value, Framing.BYTES);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Begins to count what is written from now on. All that the log contains must be committed. */
    Counts counts() {
        return new Counts();
    }

    @Override
    public void close() {
        lane.close();
        try {
            site.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
