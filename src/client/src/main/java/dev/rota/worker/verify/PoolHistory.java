package dev.rota.worker.verify;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Nullable;
import dev.rota.engine.Output;
import dev.rota.engine.log.OutputFormat;
import dev.rota.kafka.Partitions;
import dev.rota.kafka.ReliableClients;
import dev.rota.serde.UnreadableValue;
import dev.rota.serde.Wire;
import dev.rota.settings.Settings;
import dev.rota.shards.Batch;
import dev.rota.shards.Batches;
import dev.rota.shards.ShardsTopics;
import dev.rota.worker.state.BrokenHistory;
import dev.rota.worker.verify.ShardVerification.Kept;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;

/**
 * A pool's batches, blocks and dead letters in the order in which its scheduler emitted them, from the beginning up
 * to what is committed when it is opened. They are spread over many partitions and ordered by their sequence numbers.
 */
public final class PoolHistory implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(200);

    private static final List<Output<?>> OUTPUTS =
            List.of(ShardsTopics.ASSIGNMENTS, ShardsTopics.BLOCKS, ShardsTopics.DEAD_LETTERS);

    /** A record with its sequence number. */
    private record Sequenced(long seq, String topic, byte[] value) {}

    private final String pool;
    private final @Nullable String shard;
    private final Wire wire;
    private final String keyedByWorker;
    /** Batches of the last record that are not returned yet. */
    private final Deque<Batch> batches = new ArrayDeque<>();

    private final Consumer<byte[], byte[]> consumer;
    private final PoolEnds ends;
    private final Map<TopicPartition, Deque<Sequenced>> read = new TreeMap<>(PoolEnds.ORDER);

    /**
     * Opens a history.
     *
     * @param shard the only shard whose blocks and dead letters are read, or null for all
     */
    public PoolHistory(Settings settings, Wire wire, String pool, @Nullable String shard) {
        this.pool = pool;
        this.shard = shard;
        this.wire = wire;
        this.keyedByWorker = settings.topic(ShardsTopics.ASSIGNMENTS.topic());
        List<String> topics =
                OUTPUTS.stream().map(output -> settings.topic(output.topic())).toList();
        this.ends = PoolEnds.of(settings, topics);
        this.consumer = ReliableClients.consumer(settings);
        for (TopicPartition partition : ends.partitions()) {
            if (isWanted(partition)) {
                read.put(partition, new ArrayDeque<>());
            }
        }
        consumer.assign(read.keySet());
        read.keySet().forEach(partition -> consumer.seek(partition, ends.begin(partition)));
    }

    private boolean isWanted(TopicPartition partition) {
        if (shard == null || partition.topic().equals(keyedByWorker)) {
            return true;
        }
        return partition.partition() == Partitions.of(shard.getBytes(UTF_8), ends.partitions(partition.topic()));
    }

    /** Returns which parts still exist. */
    public Kept kept() {
        boolean batches = true;
        boolean letters = true;
        for (TopicPartition partition : read.keySet()) {
            boolean whole = ends.begin(partition) == 0;
            batches &= whole || !partition.topic().equals(keyedByWorker);
            letters &= whole || !partition.topic().endsWith(ShardsTopics.DEAD_LETTERS.topic());
        }
        return new Kept(batches, letters);
    }

    /** Returns the next record, or null at the end. Batches that share a record come one by one. */
    public @Nullable SpecificRecord next() throws UnreadableValue, InterruptedException {
        while (batches.isEmpty()) {
            Sequenced placed = placed();
            SpecificRecord record = placed == null ? null : wire.read(placed.topic(), placed.value());
            if (!(record instanceof Batch first)) {
                return record;
            }
            // batches are keyed by worker, so other shards' batches are among them
            Batches.of(first).stream()
                    .filter(batch -> shard == null || batch.getShard().equals(shard))
                    .forEach(batches::add);
        }
        return batches.remove();
    }

    private @Nullable Sequenced placed() {
        List<TopicPartition> empty = empty();
        while (!empty.isEmpty()) {
            // partitions with buffered records wait for the others
            consumer.pause(read.keySet());
            consumer.resume(empty);
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                keep(record);
            }
            empty = empty();
        }
        Deque<Sequenced> first = null;
        for (Deque<Sequenced> records : read.values()) {
            Sequenced record = records.peek();
            if (record != null
                    && (first == null || record.seq() < first.element().seq())) {
                first = records;
            }
        }
        return first == null ? null : first.remove();
    }

    /** Returns the partitions without buffered records that have more. */
    private List<TopicPartition> empty() {
        List<TopicPartition> empty = new ArrayList<>();
        read.forEach((partition, records) -> {
            if (records.isEmpty() && consumer.position(partition) < ends.end(partition)) {
                empty.add(partition);
            }
        });
        return empty;
    }

    private void keep(ConsumerRecord<byte[], byte[]> record) {
        boolean otherShard = shard != null
                && !record.topic().equals(keyedByWorker)
                && !shard.equals(new String(record.key(), UTF_8));
        TopicPartition partition = new TopicPartition(record.topic(), record.partition());
        Deque<Sequenced> records = read.get(partition);
        if (records != null
                && !otherShard
                && record.offset() < ends.end(partition)
                && header(record, OutputFormat.UNIT).equals(pool)
                && ends.isWhole(header(record, OutputFormat.CAUSE))) {
            long seq = Long.parseLong(header(record, OutputFormat.SEQ));
            records.add(new Sequenced(seq, record.topic(), record.value()));
        }
    }

    private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
        Header header = record.headers().lastHeader(name);
        if (header == null) {
            throw new BrokenHistory("expected a decision at " + record.topic() + "/" + record.partition() + "/"
                    + record.offset() + ", but it has no " + name);
        }
        return new String(header.value(), UTF_8);
    }

    @Override
    public void close() {
        consumer.close();
    }
}
