package dev.rota.worker.state;

import dev.rota.engine.Nullable;
import dev.rota.kafka.Partitions;
import dev.rota.kafka.ReliableClients;
import dev.rota.kafka.Topics;
import dev.rota.serde.UnreadableValue;
import dev.rota.serde.Wire;
import dev.rota.settings.Settings;
import dev.rota.shards.ShardBlock;
import dev.rota.shards.ShardsTopics;
import dev.rota.worker.PoolFilter;
import dev.rota.worker.WorkerRefused;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
    private final PoolFilter own;
    private final @Nullable byte[] shard;
    private final boolean toEnd;
    private final String topic;
    private final String topicId;
    private final Consumer<byte[], byte[]> consumer;
    private final Map<TopicPartition, Long> ends;
    private long records;

    /** Creates a reader of all partitions that continues with new blocks. */
    BlockReader(Settings settings, Wire wire, String pool) {
        this(settings, wire, pool, null, false);
    }

    /** Creates a reader of all partitions up to what is committed now. */
    static BlockReader toEnd(Settings settings, Wire wire, String pool) {
        return new BlockReader(settings, wire, pool, null, true);
    }

    /** Creates a reader of one shard's blocks up to what is committed now. */
    static BlockReader of(Settings settings, Wire wire, String pool, byte[] shard) {
        return new BlockReader(settings, wire, pool, shard, true);
    }

    private BlockReader(Settings settings, Wire wire, String pool, @Nullable byte[] shard, boolean toEnd) {
        this.pool = pool;
        this.wire = wire;
        this.own = new PoolFilter(pool);
        this.shard = shard;
        this.toEnd = toEnd;
        this.topic = settings.topic(ShardsTopics.BLOCKS.topic());
        TopicDescription description = description(settings, topic);
        this.topicId = description.topicId().toString();
        this.consumer = ReliableClients.consumer(settings);
        int all = description.partitions().size();
        List<TopicPartition> partitions = Topics.partitions(description).stream()
                .filter(each -> shard == null || each.partition() == Partitions.of(shard, all))
                .toList();
        consumer.assign(partitions);
        // The ends of committed records, since the consumer reads only those.
        this.ends = new TreeMap<>((a, b) -> Integer.compare(a.partition(), b.partition()));
        try {
            ends.putAll(consumer.endOffsets(partitions));
            consumer.seekToBeginning(partitions);
        } catch (RuntimeException e) {
            consumer.close();
            throw e;
        }
    }

    /**
     * Goes to the positions after those blocks that are known, or to the topic's first record.
     *
     * @param known null if none are
     * @param where has the known blocks, for a message
     */
    void start(@Nullable Positions known, String where) {
        if (known != null && !known.topicId().equals(topicId)) {
            throw new WorkerRefused("expected a state of topic " + topic + " (" + topicId + "), but " + where
                    + " has that of a topic " + known.topicId() + ": remove it");
        }
        Map<TopicPartition, Long> begins = consumer.beginningOffsets(ends.keySet());
        ends.forEach((partition, end) -> {
            long offset = known == null ? 0 : known.offsets().getOrDefault(partition.partition(), 0L);
            if (offset > end) {
                throw new WorkerRefused("expected a state up to " + partition + "/" + end + " at most, but " + where
                        + " has one up to " + offset + ": remove it");
            }
            long begin = begins.getOrDefault(partition, 0L);
            if (offset < begin) {
                throw new WorkerRefused("expected blocks from " + partition + "/" + offset
                        + " on, but the earliest kept is at " + begin + ": start from a later snapshot"
                        + (known == null ? "" : ", without " + where));
            }
            consumer.seek(partition, offset);
        });
    }

    private static TopicDescription description(Settings settings, String topic) {
        try (Admin admin = Admin.create(settings.kafka())) {
            return Topics.find(admin, topic)
                    .orElseThrow(() -> new WorkerRefused(
                            "expected the topic " + topic + ", but the cluster has none of that name"));
        }
    }

    /** Returns the pool's next blocks; empty if none arrived within the timeout. */
    List<ShardBlock> poll(Duration patience) throws UnreadableValue, InterruptedException {
        List<ShardBlock> blocks = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(patience)) {
            records++;
            if (isWanted(record)
                    && wire.read(record.topic(), record.value()) instanceof ShardBlock block
                    && block.getPool().equals(pool)) {
                blocks.add(block);
            }
        }
        return blocks;
    }

    private boolean isWanted(ConsumerRecord<byte[], byte[]> record) {
        return own.mayHave(record)
                && (shard == null || Arrays.equals(record.key(), shard))
                && (!toEnd || record.offset() < end(new TopicPartition(record.topic(), record.partition())));
    }

    private long end(TopicPartition partition) {
        return Objects.requireNonNull(ends.get(partition));
    }

    String topic() {
        return topic;
    }

    String topicId() {
        return topicId;
    }

    /** Returns the number of records read, of any pool. */
    long records() {
        return records;
    }

    /** Returns the positions up to which the topic was read. */
    Positions positions() {
        SortedMap<Integer, Long> offsets = new TreeMap<>();
        ends.forEach((partition, end) -> {
            long position = consumer.position(partition);
            offsets.put(partition.partition(), toEnd ? Math.min(position, end) : position);
        });
        return new Positions(topicId, offsets);
    }

    /** Returns whether it has read everything that was committed when it was created. */
    boolean atFirstEnd() {
        return ends.entrySet().stream().allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
    }

    /** Returns the lag in records, as far as the consumer knows it. */
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
