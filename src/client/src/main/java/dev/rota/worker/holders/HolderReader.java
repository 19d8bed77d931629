package dev.rota.worker.holders;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Nullable;
import dev.rota.kafka.AdminAnswers;
import dev.rota.kafka.Partitions;
import dev.rota.kafka.ReliableClients;
import dev.rota.kafka.Topics;
import dev.rota.serde.UnreadableValue;
import dev.rota.serde.Wire;
import dev.rota.settings.Settings;
import dev.rota.shards.Batch;
import dev.rota.shards.ReceiptsCommitted;
import dev.rota.shards.ShardState;
import dev.rota.shards.ShardsTopics;
import dev.rota.shards.WorkerChange;
import dev.rota.shards.WorkerEvent;
import dev.rota.worker.PoolFilter;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.TopicAuthorizationException;

/**
 * Reads who holds a pool's shards: the latest changes of shards and workers, and then the heartbeats of those workers that
 * the decisions do not show to be alive. Heartbeats share their topic with reports, so only the partitions of such workers
 * are read. One thread uses it.
 */
final class HolderReader implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(100);

    /** The time that one look may take. */
    private static final long LOOK_NS = 500_000_000L;

    /** The time for which what was read continues without a gap into what is read next. */
    private static final long LIVE_NS = 3_000_000_000L;

    /** The number of records of a partition of decisions to begin with; more are not caught up with. */
    private static final long DECISIONS_MAX = 5_000;

    /** The same for a partition of heartbeats and reports, which are larger. */
    private static final long REPORTS_MAX = 1_000;

    private static final long LAG_MAX = 100;

    private final String pool;
    private final Wire wire;
    private final PoolFilter own;
    private final Holders holders;
    private final String reports;
    private final int reportPartitions;
    private final Consumer<byte[], byte[]> consumer;
    /** The followed partitions of which no record was read yet. */
    private final Set<TopicPartition> unread = new HashSet<>();
    /** The partitions that were read up to their ends at the last look. */
    private final Set<TopicPartition> live = new HashSet<>();

    private long lookedAt = System.nanoTime();

    private HolderReader(
            String reports,
            Map<String, TopicDescription> topics,
            String pool,
            String worker,
            Wire wire,
            Consumer<byte[], byte[]> consumer) {
        this.pool = pool;
        this.wire = wire;
        this.own = new PoolFilter(pool);
        this.holders = new Holders(worker);
        this.reports = reports;
        this.reportPartitions =
                Objects.requireNonNull(topics.get(reports)).partitions().size();
        this.consumer = consumer;
        follow(topics.values().stream()
                .filter(topic -> !topic.name().equals(reports))
                .flatMap(topic -> Topics.partitions(topic).stream())
                .toList());
    }

    /**
     * Opens a reader.
     *
     * @throws TopicAuthorizationException if this principal may not read one of the topics, which clients would log
     */
    static HolderReader open(Settings settings, Wire wire, String pool, String worker) {
        String reports = settings.topic(ShardsTopics.WORKERS);
        Map<String, TopicDescription> topics = topics(
                settings,
                List.of(
                        settings.topic(ShardsTopics.STATES.topic()),
                        settings.topic(ShardsTopics.ASSIGNMENTS.topic()),
                        settings.topic(ShardsTopics.RECEIPTS.topic()),
                        settings.topic(ShardsTopics.WORKER_EVENTS.topic()),
                        reports));
        Consumer<byte[], byte[]> consumer = ReliableClients.observer(settings);
        try {
            return new HolderReader(reports, topics, pool, worker, wire, consumer);
        } catch (RuntimeException e) {
            consumer.close();
            throw e;
        }
    }

    private static Map<String, TopicDescription> topics(Settings settings, List<String> names) {
        try (Admin admin = Admin.create(settings.kafka())) {
            Map<String, TopicDescription> topics = AdminAnswers.get(
                    admin.describeTopics(names, new DescribeTopicsOptions().includeAuthorizedOperations(true))
                            .allTopicNames());
            Set<String> denied = topics.values().stream()
                    .filter(topic -> topic.authorizedOperations() != null
                            && !topic.authorizedOperations().contains(AclOperation.READ))
                    .map(TopicDescription::name)
                    .collect(Collectors.toSet());
            if (!denied.isEmpty()) {
                throw new TopicAuthorizationException(denied);
            }
            return topics;
        }
    }

    /** Adds partitions, from some records before their ends on. */
    private void follow(Collection<TopicPartition> partitions) {
        Set<TopicPartition> all = new HashSet<>(consumer.assignment());
        all.addAll(partitions);
        consumer.assign(all);
        Map<TopicPartition, Long> begins = consumer.beginningOffsets(partitions);
        consumer.endOffsets(partitions)
                .forEach((partition, end) -> consumer.seek(
                        partition, Math.max(begins.getOrDefault(partition, 0L), end - recordsMax(partition))));
        unread.addAll(partitions);
    }

    /** Returns the number of records of a partition to begin with. */
    private long recordsMax(TopicPartition partition) {
        return partition.topic().equals(reports) ? REPORTS_MAX : DECISIONS_MAX;
    }

    /** Returns the silent holders; null if that is not known yet. */
    @Nullable
    List<SilentHolder> look() throws InterruptedException {
        long begun = System.nanoTime();
        if (begun - lookedAt > LIVE_NS) {
            live.clear();
        }
        ConsumerRecords<byte[], byte[]> records;
        do {
            records = consumer.poll(POLL);
            for (ConsumerRecord<byte[], byte[]> record : records) {
                take(record);
            }
        } while (!records.isEmpty() && System.nanoTime() - begun < LOOK_NS);
        lookedAt = System.nanoTime();
        boolean caughtUp = true;
        for (TopicPartition partition : consumer.assignment()) {
            OptionalLong lag = consumer.currentLag(partition);
            if (lag.isPresent() && lag.getAsLong() <= LAG_MAX) {
                live.add(partition);
            } else {
                live.remove(partition);
                caughtUp = false;
            }
        }
        List<SilentHolder> silent = holders.silent(System.currentTimeMillis());
        Set<TopicPartition> theirs = silent.stream()
                .map(holder -> partition(holder.worker()))
                .filter(partition -> !consumer.assignment().contains(partition))
                .collect(Collectors.toSet());
        if (!theirs.isEmpty()) {
            follow(theirs);
            return null;
        }
        return caughtUp ? silent : null;
    }

    /** Returns whether a partition has more records to read than a new reader would begin with. */
    boolean isBehind() {
        return consumer.assignment().stream()
                .anyMatch(partition -> consumer.currentLag(partition).orElse(0) > recordsMax(partition));
    }

    private TopicPartition partition(String worker) {
        return new TopicPartition(reports, Partitions.of(worker.getBytes(UTF_8), reportPartitions));
    }

    private void take(ConsumerRecord<byte[], byte[]> record) throws InterruptedException {
        long now = System.currentTimeMillis();
        TopicPartition partition = new TopicPartition(record.topic(), record.partition());
        // The clock of another machine dates only what was sent before it could be observed.
        long time = live.contains(partition) ? now : Math.min(now, record.timestamp());
        try {
            if (record.topic().equals(reports)) {
                heard(record, time, unread.remove(partition));
            } else if (own.mayHave(record)) {
                decided(record, time);
            }
        } catch (UnreadableValue e) {
            // intake refuses it, or a newer build wrote it
        }
    }

    private void decided(ConsumerRecord<byte[], byte[]> record, long time)
            throws UnreadableValue, InterruptedException {
        Object decision = wire.read(record.topic(), record.value());
        if (decision instanceof ShardState state && state.getPool().equals(pool)) {
            holders.changed(state, time);
        } else if (decision instanceof Batch batch && batch.getPool().equals(pool)) {
            holders.assigned(batch);
        } else if (decision instanceof ReceiptsCommitted committed
                && committed.getPool().equals(pool)) {
            holders.executed(committed, time);
        } else if (decision instanceof WorkerChange change && change.getPool().equals(pool)) {
            holders.changed(change, time);
        }
    }

    private void heard(ConsumerRecord<byte[], byte[]> record, long time, boolean first)
            throws UnreadableValue, InterruptedException {
        if (first) {
            holders.unknownBefore(time, worker -> partition(worker).partition() == record.partition());
        }
        String worker = record.key() == null ? "" : new String(record.key(), UTF_8);
        if (holders.holds(worker)
                && wire.read(record.topic(), record.value()) instanceof WorkerEvent event
                && event.getPool().equals(pool)
                && event.getWorker().equals(worker)) {
            holders.heard(worker, time);
        }
    }

    @Override
    public void close() {
        consumer.close();
    }
}
