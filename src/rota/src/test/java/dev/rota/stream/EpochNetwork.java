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
import dev.rota.engine.log.OutputFormat;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** A network so large that an epoch takes several steps. Each requested epoch must be published once. */
final class EpochNetwork {

    private static final int CHUNKS = 60_000;
    private static final int LISTED_AT_ONCE = 1_000;
    private static final int WORKERS = 200;
    private static final long CHUNK_BYTES = 1_000;

    /** The capacity of a worker, which makes room for three replicas of each chunk. */
    private static final long CAPACITY_BYTES = CHUNK_BYTES * (3 * CHUNKS / WORKERS + 50);

    private static final int EPOCHS_PER_CHANGE = 3;
    private static final List<String> DATASETS = List.of("s3://one", "s3://two", "s3://three");

    private final NetworkHistory history = new NetworkHistory();
    private final Tenant tenant;
    private final TopicTail epochs;
    private int changes;
    private int published;

    EpochNetwork(Tenant tenant) {
        this.tenant = tenant;
        this.epochs = tenant.tail("chunks.epochs");
    }

    /** Sends the policy and pings, which never change, and lists all chunks. */
    void open() throws InterruptedException {
        PlacementPolicy policy = PlacementPolicy.newBuilder()
                .setNetwork(NetworkHistory.NETWORK)
                .setMinReplication(2)
                .setInactiveAfterMs(3_600_000)
                .build();
        say("chunks.policies", NetworkHistory.NETWORK, policy);
        for (int i = 0; i < WORKERS; i++) {
            String worker = "worker-" + i;
            WorkerPing ping = new WorkerPing("1.0.0", CAPACITY_BYTES, null, null);
            say("chunks.workers", worker, new WorkerEvent(NetworkHistory.NETWORK, worker, ping));
        }
        for (int from = 0; from < CHUNKS; from += LISTED_AT_ONCE) {
            list(DATASETS.get(from / LISTED_AT_ONCE % DATASETS.size()), from, LISTED_AT_ONCE);
        }
        for (String topic : List.of("chunks.policies", "chunks.workers", "chunks.listings")) {
            tenant.awaitTaken(topic);
        }
    }

    private void say(String topic, String key, SpecificRecord event) throws InterruptedException {
        tenant.produce(topic, key, event);
        history.know(event);
    }

    /** Lists more chunks, removes the oldest ones, and requests epochs. */
    void change() throws InterruptedException {
        list(DATASETS.get(0), CHUNKS + changes * 100, 100);
        List<String> ids = IntStream.range(changes * 50, changes * 50 + 50)
                .mapToObj(EpochNetwork::id)
                .toList();
        ListingEvent removed = new ListingEvent(NetworkHistory.NETWORK, DATASETS.get(0), new ChunksRemoved(ids));
        tenant.produce("chunks.listings", DATASETS.get(0), removed);
        for (int i = 0; i < EPOCHS_PER_CHANGE; i++) {
            tenant.produce("chunks.requests", NetworkHistory.NETWORK, new EpochRequest(NetworkHistory.NETWORK, false));
        }
        changes++;
    }

    private void list(String dataset, int from, int count) throws InterruptedException {
        List<Chunk> chunks = IntStream.range(from, from + count)
                .mapToObj(i -> new Chunk(id(i), CHUNK_BYTES))
                .toList();
        tenant.produce(
                "chunks.listings",
                dataset,
                new ListingEvent(NetworkHistory.NETWORK, dataset, new ChunksListed(chunks)));
    }

    private static String id(int number) {
        return String.format("0000000000/%010d-%010d-hash", number, number);
    }

    void hear() {
        published += (int) epochs.more().stream()
                .filter(epoch -> Tenant.header(epoch, OutputFormat.UNIT).equals(NetworkHistory.NETWORK))
                .count();
    }

    /** Returns the number of requested epochs that are not published. */
    int pending() {
        return changes * EPOCHS_PER_CHANGE - published;
    }

    void assertPublishedOnce() {
        for (ConsumerRecord<byte[], byte[]> record :
                Objects.requireNonNull(Decisions.of(tenant, new ChunksDomain()).get(NetworkHistory.NETWORK))) {
            history.take(record.timestamp(), Decisions.read(tenant, record));
        }
        assertThat(history.epochs())
                .extracting(Epoch::getEpoch)
                .containsExactlyElementsOf(LongStream.rangeClosed(1, (long) changes * EPOCHS_PER_CHANGE)
                        .boxed()
                        .toList());
        assertThat(history.epochs())
                .allMatch(epoch -> epoch.getStatus() == EpochStatus.PUBLISHED && epoch.getWorkers() == WORKERS);
    }
}
