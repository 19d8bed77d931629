package dev.rota.worker.state;

import dev.rota.engine.Nullable;
import dev.rota.kafka.Partitions;
import dev.rota.kafka.ReliableClients;
import dev.rota.kafka.Topics;
import dev.rota.serde.UnreadableValue;
import dev.rota.serde.Wire;
import dev.rota.settings.Names;
import dev.rota.settings.Settings;
import dev.rota.shards.ShardBlock;
import dev.rota.shards.ShardsDomain;
import dev.rota.worker.WorkerRefused;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** Reads a pool's committed blocks, from the beginning or from given positions. */
final class BlockReader implements AutoCloseable {

    private final String pool;
    private final Wire wire;
    private final String topicId;
    private final Consumer<byte[], byte[]> consumer;
    private final Map<TopicPartition, Long> ends;

    /** Reads all partitions. */
    BlockReader(Settings settings, Wire wire, String pool, @Nullable Positions from) {
        this(settings, wire, pool, from, null);
    }

    /** Reads one shard's partition from the beginning. */
    static BlockReader of(Settings settings, Wire wire, String pool, byte[] shard) {
        return new BlockReader(settings, wire, pool, null, shard);
    }

    private BlockReader(Settings settings, Wire wire, String pool, @Nullable Positions from, @Nullable byte[] shard) {
        this.pool = pool;
        this.wire = wire;
        String topic = Names.of(new ShardsDomain(), settings).topic(ShardsDomain.BLOCKS.topic());
        TopicDescription description = description(settings, topic);
        this.topicId = description.topicId().toString();
        this.consumer = ReliableClients.consumer(settings);
        int all = description.partitions().size();
        List<TopicPartition> partitions = Topics.partitions(description).stream()
                .filter(one -> shard == null || one.partition() == Partitions.of(shard, all))
                .toList();
        consumer.assign(partitions);
        // The ends of committed records, since the consumer reads only those.
        this.ends = new TreeMap<>((a, b) -> Integer.compare(a.partition(), b.partition()));
        try {
            ends.putAll(consumer.endOffsets(partitions));
            start(topic, from);
        } catch (RuntimeException e) {
            consumer.close();
            throw e;
        }
    }

    private void start(String topic, @Nullable Positions from) {
        consumer.seekToBeginning(consumer.assignment());
        if (from == null) {
            return;
        }
        if (!from.topicId().equals(topicId)) {
            throw new WorkerRefused("expected a state of topic " + topic + " (" + topicId
                    + "), but the folder holds that of a topic " + from.topicId() + ": remove the folder");
        }
        ends.forEach((partition, end) -> {
            long offset = from.offsets().getOrDefault(partition.partition(), 0L);
            if (offset > end) {
                throw new WorkerRefused("expected a state up to " + partition + "/" + end
                        + " at most, but the folder's is up to " + offset + ": remove the folder");
            }
            if (offset > 0) {
                consumer.seek(partition, offset);
            }
        });
    }

    private static TopicDescription description(Settings settings, String topic) {
        try (Admin admin = Admin.create(settings.kafka())) {
            return Topics.find(admin, topic)
                    .orElseThrow(() -> new WorkerRefused(
                            "expected the topic " + topic + ", but the cluster has none of that name"));
        }
    }

    /** The pool's next blocks; empty if none arrived within the timeout. */
    List<ShardBlock> poll(Duration patience) throws UnreadableValue, InterruptedException {
        List<ShardBlock> blocks = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(patience)) {
            if (wire.read(record.topic(), record.value()) instanceof ShardBlock block
                    && block.getPool().equals(pool)) {
                blocks.add(block);
            }
        }
        return blocks;
    }

    /** The positions read up to. */
    Positions positions() {
        SortedMap<Integer, Long> offsets = new TreeMap<>();
        for (TopicPartition partition : ends.keySet()) {
            offsets.put(partition.partition(), consumer.position(partition));
        }
        return new Positions(topicId, offsets);
    }

    /** Whether it has read everything that was committed when it was created. */
    boolean atFirstEnd() {
        return ends.entrySet().stream().allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
    }

    /** The lag in records, as far as the consumer knows. */
    long lag() {
        return ends.keySet().stream()
                .mapToLong(partition -> consumer.currentLag(partition).orElse(0))
                .sum();
    }

    void wakeup() {
        consumer.wakeup();
    }

    @Override
    public void close() {
        consumer.close();
    }
}
