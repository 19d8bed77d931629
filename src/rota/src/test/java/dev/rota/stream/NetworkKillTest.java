package dev.rota.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.Chunk;
import dev.rota.chunks.ChunksListed;
import dev.rota.chunks.ChunksRemoved;
import dev.rota.chunks.Epoch;
import dev.rota.chunks.EpochRequest;
import dev.rota.chunks.EpochStatus;
import dev.rota.chunks.ListingEvent;
import dev.rota.chunks.PlacementPolicy;
import dev.rota.chunks.WorkerEvent;
import dev.rota.chunks.WorkerPing;
import dev.rota.chunks.scheduler.ChunksDomain;
import dev.rota.chunks.scheduler.NetworkHistory;
import dev.rota.engine.Checkpoint;
import dev.rota.engine.Domain;
import dev.rota.engine.Full;
import dev.rota.engine.Output;
import dev.rota.engine.log.OutputFormat;
import dev.rota.settings.Setting;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills the scheduler of a network repeatedly, in epochs and between them: each epoch is published once. */
@Tag("broker")
@Tag("embedded")
@Full
class NetworkKillTest {

    private static final int CHUNKS = 60_000;
    private static final int LISTED_AT_ONCE = 1_000;
    private static final int WORKERS = 200;
    private static final long CHUNK_BYTES = 1_000;

    /** The capacity of a worker, which makes room for three replicas of each chunk. */
    private static final long CAPACITY_BYTES = CHUNK_BYTES * (3 * CHUNKS / WORKERS + 50);

    private static final int KILLS = 3;
    private static final int EPOCHS_PER_RUN = 3;
    private static final List<String> DATASETS = List.of("s3://one", "s3://two", "s3://three");

    private final Domain domain = new ChunksDomain();
    private final NetworkHistory history = new NetworkHistory();
    private int published;

    @TempDir
    private Path data;

    @Test
    void shouldPublishEachEpochOnceThoughItIsKilled() throws Exception {
        Map<String, String> own = Map.of(Setting.HTTP_PORT.key(), "0");
        try (SharedCluster cluster = new SharedCluster();
                Tenant tenant = cluster.tenant(domain, own);
                RunProcess rota = new RunProcess(domain, data, tenant.settings().under(""))) {
            // given
            open(tenant);
            TopicTail epochs = tenant.tail("chunks.epochs");
            int requested = 0;

            // when
            for (int life = 0; life <= KILLS; life++) {
                change(tenant, life);
                for (int i = 0; i < EPOCHS_PER_RUN; i++) {
                    tenant.produce(
                            "chunks.requests", NetworkHistory.NETWORK, new EpochRequest(NetworkHistory.NETWORK, false));
                    requested++;
                }
                tenant.flush();
                if (life < KILLS) {
                    awaitTheMoment(tenant, epochs, life);
                    rota.kill();
                    rota.start();
                }
            }
            awaitAll(tenant);

            // then
            follow(tenant);
            assertThat(history.epochs())
                    .extracting(Epoch::getEpoch)
                    .containsExactlyElementsOf(
                            LongStream.rangeClosed(1, requested).boxed().toList());
            assertThat(history.epochs())
                    .allMatch(epoch -> epoch.getStatus() == EpochStatus.PUBLISHED && epoch.getWorkers() == WORKERS);
            assertThat(rota.audit()).isZero();
        }
    }

    /** Sends the policy and pings, which never change, and lists all chunks. */
    private void open(Tenant tenant) throws InterruptedException {
        say(
                tenant,
                "chunks.policies",
                NetworkHistory.NETWORK,
                PlacementPolicy.newBuilder()
                        .setNetwork(NetworkHistory.NETWORK)
                        .setMinReplication(2)
                        .setInactiveAfterMs(3_600_000)
                        .build());
        for (int i = 0; i < WORKERS; i++) {
            String worker = "worker-" + i;
            WorkerPing ping = new WorkerPing("1.0.0", CAPACITY_BYTES, null, null);
            say(tenant, "chunks.workers", worker, new WorkerEvent(NetworkHistory.NETWORK, worker, ping));
        }
        for (int from = 0; from < CHUNKS; from += LISTED_AT_ONCE) {
            list(tenant, DATASETS.get(from / LISTED_AT_ONCE % DATASETS.size()), from, LISTED_AT_ONCE);
        }
        awaitAll(tenant);
    }

    private void say(Tenant tenant, String topic, String key, SpecificRecord event) throws InterruptedException {
        tenant.produce(topic, key, event);
        history.know(event);
    }

    /** Lists more chunks, and removes the oldest ones. */
    private static void change(Tenant tenant, int life) throws InterruptedException {
        list(tenant, DATASETS.get(0), CHUNKS + life * 100, 100);
        List<String> ids = IntStream.range(life * 50, life * 50 + 50)
                .mapToObj(NetworkKillTest::id)
                .toList();
        ListingEvent removed = new ListingEvent(NetworkHistory.NETWORK, DATASETS.get(0), new ChunksRemoved(ids));
        tenant.produce("chunks.listings", DATASETS.get(0), removed);
    }

    private static void list(Tenant tenant, String dataset, int from, int count) throws InterruptedException {
        List<Chunk> chunks = IntStream.range(from, from + count)
                .mapToObj(i -> new Chunk(id(i), CHUNK_BYTES))
                .toList();
        ListingEvent listed = new ListingEvent(NetworkHistory.NETWORK, dataset, new ChunksListed(chunks));
        tenant.produce("chunks.listings", dataset, listed);
    }

    private static String id(int number) {
        return String.format("0000000000/%010d-%010d-hash", number, number);
    }

    /**
     * Waits for the moment to kill: in turn, while an epoch may be in progress, after one is published, and after two.
     */
    private void awaitTheMoment(Tenant tenant, TopicTail epochs, int life) {
        tenant.awaitTaken("chunks.requests");
        int expected = life * EPOCHS_PER_RUN + life % EPOCHS_PER_RUN;
        Await.untilTransactionsEnd(() -> expected + " epochs, but there are " + published, () -> {
            published += epochs.more().size();
            return published >= expected;
        });
    }

    private static void awaitAll(Tenant tenant) {
        tenant.flush();
        assertThat(tenant.failures()).isEmpty();
        for (String topic : List.of("chunks.policies", "chunks.workers", "chunks.listings", "chunks.requests")) {
            tenant.awaitTaken(topic);
        }
        tenant.awaitDecided();
    }

    /** Follows the network's decisions in order, and asserts that their numbers have no gap. */
    private void follow(Tenant tenant) throws Exception {
        TreeMap<Long, ConsumerRecord<byte[], byte[]>> decisions = new TreeMap<>();
        Set<String> units = new TreeSet<>();
        List<String> doubled = new ArrayList<>();
        for (Output<?> output : domain.outputs()) {
            for (ConsumerRecord<byte[], byte[]> record :
                    tenant.tail(output.topic()).toEnd()) {
                units.add(Tenant.header(record, OutputFormat.UNIT));
                String seq = Tenant.header(record, OutputFormat.SEQ);
                if (!seq.isEmpty() && decisions.put(Long.parseLong(seq), record) != null) {
                    doubled.add(seq);
                }
            }
        }
        assertThat(doubled).isEmpty();
        assertThat(units).containsExactly(NetworkHistory.NETWORK);
        assertThat(decisions.firstKey()).isEqualTo(1);
        assertThat(decisions.lastKey()).isEqualTo(decisions.size());
        for (ConsumerRecord<byte[], byte[]> record : decisions.values()) {
            SpecificRecord decision = tenant.wire().read(record.topic(), record.value());
            assertThat(decision).isNotInstanceOf(Checkpoint.class);
            history.take(record.timestamp(), decision);
        }
    }
}
