package dev.rota.audit.evidence;

import static org.apache.kafka.common.IsolationLevel.READ_COMMITTED;
import static org.apache.kafka.common.IsolationLevel.READ_UNCOMMITTED;

import dev.rota.audit.evidence.StoredRecord.StoredHeader;
import dev.rota.engine.Nullable;
import dev.rota.kafka.Consumers;
import dev.rota.kafka.Oversized;
import dev.rota.kafka.Topics;
import dev.rota.settings.Settings;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.header.Header;

/** The committed records of a cluster's topics. It needs only read permission. */
public final class KafkaEvidence implements Evidence {

    private static final Duration POLL = Duration.ofMillis(200);

    /** The time to wait for open transactions on the outputs. */
    private static final long TRANSACTION_MS_MAX = 60_000;

    private static final long PAUSE_MS = 20;

    /** A consumer's fetch size per partition, which is several megabytes of records if it is compressed. */
    private static final int FETCH_BYTES = 256 << 10;

    private final Settings settings;
    private final Admin admin;
    private final Map<String, SortedMap<Integer, OffsetRange>> ranges = new ConcurrentHashMap<>();
    private final Map<String, String> topicIds = new ConcurrentHashMap<>();
    private final Map<String, Boolean> compacted = new ConcurrentHashMap<>();

    public KafkaEvidence(Settings settings) {
        this.settings = settings;
        this.admin = Admin.create(settings.kafka());
    }

    @Override
    public SortedMap<Integer, OffsetRange> ranges(String topic) {
        return ranges.computeIfAbsent(topic, this::fetchRanges);
    }

    @Override
    public void settle(Collection<String> topics) {
        Map<String, Map<TopicPartition, Long>> settled = new TreeMap<>();
        Map<String, Map<TopicPartition, Long>> ends = new TreeMap<>();
        topics.forEach(topic -> settled.put(topic, offsets(topic, OffsetSpec.latest(), READ_COMMITTED)));
        topics.forEach(topic -> ends.put(topic, offsets(topic, OffsetSpec.latest(), READ_UNCOMMITTED)));
        ends.forEach((topic, all) -> {
            Map<TopicPartition, Long> begins = offsets(topic, OffsetSpec.earliest(), READ_COMMITTED);
            awaitReadable(topic, all);
            SortedMap<Integer, OffsetRange> found = new TreeMap<>();
            all.forEach((partition, end) -> found.put(
                    partition.partition(),
                    new OffsetRange(
                            offset(begins, partition), end, offset(settled.getOrDefault(topic, Map.of()), partition))));
            ranges.put(topic, found);
        });
    }

    private static long offset(Map<TopicPartition, Long> offsets, TopicPartition partition) {
        return offsets.getOrDefault(partition, 0L);
    }

    /** Waits until open transactions end, at the latest after {@link #TRANSACTION_MS_MAX}. */
    private void awaitReadable(String topic, Map<TopicPartition, Long> ends) {
        long begun = System.nanoTime();
        while (true) {
            Map<TopicPartition, Long> readable = offsets(topic, OffsetSpec.latest(), READ_COMMITTED);
            Optional<TopicPartition> open = ends.keySet().stream()
                    .filter(partition -> offset(readable, partition) < offset(ends, partition))
                    .findFirst();
            if (open.isEmpty()) {
                return;
            }
            if (System.nanoTime() - begun > TRANSACTION_MS_MAX * 1_000_000) {
                throw new AuditRefused("expected the transactions on " + open.get() + " to end within "
                        + TRANSACTION_MS_MAX + " ms, but one is still open: find its producer and abort it"
                        + " (kafka-transactions.sh find-hanging), then audit again");
            }
            pause();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AuditRefused("the audit was interrupted");
        }
    }

    private SortedMap<Integer, OffsetRange> fetchRanges(String topic) {
        Map<TopicPartition, Long> begins = offsets(topic, OffsetSpec.earliest(), READ_COMMITTED);
        SortedMap<Integer, OffsetRange> found = new TreeMap<>();
        offsets(topic, OffsetSpec.latest(), READ_COMMITTED).forEach((partition, end) -> {
            long begin = Objects.requireNonNull(begins.get(partition));
            found.put(partition.partition(), new OffsetRange(begin, end));
        });
        return found;
    }

    private Map<TopicPartition, Long> offsets(String topic, OffsetSpec which, IsolationLevel isolation) {
        List<TopicPartition> partitions =
                Topics.find(admin, topic).map(Topics::partitions).orElse(List.of());
        return Topics.offsets(admin, partitions, which, isolation);
    }

    @Override
    public String topicId(String topic) {
        return topicIds.computeIfAbsent(topic, name -> Topics.id(admin, name));
    }

    @Override
    public boolean isCompacted(String topic) {
        return compacted.computeIfAbsent(topic, this::lookUpCompacted);
    }

    private boolean lookUpCompacted(String topic) {
        try {
            return Topics.isCompacted(admin, topic);
        } catch (AuthorizationException | UnknownTopicOrPartitionException e) {
            return true;
        }
    }

    @Override
    public long firstSince(String topic, int partition, long time) {
        TopicPartition asked = new TopicPartition(topic, partition);
        long offset = Objects.requireNonNull(
                Topics.offsets(admin, List.of(asked), OffsetSpec.forTimestamp(time), READ_COMMITTED)
                        .get(asked));
        // There is no such record.
        return offset < 0 ? Long.MAX_VALUE : offset;
    }

    @Override
    public Records read(String topic, int partition, long from, long to) {
        // Most partitions of a small cluster are empty, and creating a consumer for each takes a tenth of a second.
        return from < to ? new Reading(consumer(), new TopicPartition(topic, partition), from, to) : Records.NONE;
    }

    private Consumer<byte[], byte[]> consumer() {
        Properties properties = settings.kafka();
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
        properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, "500");
        properties.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, String.valueOf(FETCH_BYTES));
        // A fetch in flight at the end would delay closing.
        properties.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, "10");
        return Consumers.of(properties);
    }

    @Override
    public void close() {
        admin.close(Duration.ZERO);
    }

    /** Converts a record to evidence, without the header that Rota's own clients add. */
    public static StoredRecord stored(ConsumerRecord<byte[], byte[]> record) {
        Header[] all = record.headers().toArray();
        List<StoredHeader> headers = new ArrayList<>(all.length);
        for (Header header : all) {
            if (!Oversized.isMark(header)) {
                headers.add(new StoredHeader(header.key(), header.value()));
            }
        }
        return new StoredRecord(
                record.topic(),
                record.partition(),
                record.offset(),
                record.timestamp(),
                record.key(),
                headers,
                record.value());
    }

    private static final class Reading implements Records {
        private final Consumer<byte[], byte[]> consumer;
        private final TopicPartition partition;
        private final long to;
        private final Deque<ConsumerRecord<byte[], byte[]>> polled = new ArrayDeque<>();
        private boolean open = true;

        Reading(Consumer<byte[], byte[]> consumer, TopicPartition partition, long from, long to) {
            this.consumer = consumer;
            this.partition = partition;
            this.to = to;
            consumer.assign(List.of(partition));
            consumer.seek(partition, from);
        }

        @Override
        public @Nullable StoredRecord next() {
            while (polled.isEmpty() && open && consumer.position(partition) < to) {
                poll();
            }
            ConsumerRecord<byte[], byte[]> record = polled.poll();
            if (record == null || record.offset() >= to) {
                close();
                return null;
            }
            return stored(record);
        }

        private void poll() {
            try {
                consumer.poll(POLL).forEach(polled::add);
            } catch (AuthorizationException e) {
                throw e;
            } catch (KafkaException e) {
                throw UnreadableRecord.end(
                        partition.topic() + "/" + partition.partition() + "/" + consumer.position(partition),
                        String.valueOf(
                                Objects.requireNonNullElse(e.getCause(), e).getMessage()));
            }
        }

        @Override
        public void close() {
            if (open) {
                open = false;
                consumer.close();
            }
        }
    }
}
