package dev.rota.pages.source;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Nullable;
import dev.rota.kafka.Consumers;
import dev.rota.kafka.Oversized;
import dev.rota.kafka.SourceRecords;
import dev.rota.settings.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;

/**
 * Reads committed records by their coordinates, without a consumer group. Requests read one at a time, each for a
 * limited time.
 */
public final class TopicReader implements AutoCloseable {

    private static final Duration READ_MAX = Duration.ofSeconds(3);

    /** The size of a fetch, which is requested even for a single record. */
    private static final int FETCH_BYTES_MAX = 65_536;

    /** The number of small records read last that are cached, so that a page of checkpoints is read once. */
    private static final int KEPT_MAX = 1_000;

    private static final int KEPT_BYTES_MAX = 8_192;

    private static final Duration POLL = Duration.ofMillis(100);

    /**
     * A record as it is stored.
     *
     * @param bytes the approximate size in memory
     */
    public record Stored(
            Coordinates at,
            long time,
            @Nullable byte[] key,
            Map<String, String> headers,
            @Nullable byte[] value,
            long bytes) {

        public String header(String name) {
            return headers.getOrDefault(name, "");
        }
    }

    /** Thrown if a record cannot be read. The message states the reason. */
    public static final class NotReadable extends Exception {
        private static final long serialVersionUID = 1L;

        NotReadable(String message) {
            super(message, null, false, false);
        }
    }

    private final Settings settings;
    private final ReentrantLock reading = new ReentrantLock(true);

    private final Map<Coordinates, Stored> kept = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Coordinates, Stored> eldest) {
            return size() > KEPT_MAX;
        }
    };

    @Nullable
    private Consumer<byte[], byte[]> consumer;

    public TopicReader(Settings settings) {
        this.settings = settings;
    }

    /** Returns the record at these coordinates. */
    public Stored read(Coordinates at) throws NotReadable {
        synchronized (kept) {
            Stored known = kept.get(at);
            if (known != null) {
                return known;
            }
        }
        List<Stored> found = read(at, at.offset() + 1, 1);
        if (found.isEmpty()) {
            throw new NotReadable(at + " is not a committed record");
        }
        Stored record = found.get(0);
        if (record.bytes() <= KEPT_BYTES_MAX) {
            synchronized (kept) {
                kept.put(at, record);
            }
        }
        return record;
    }

    /** A range of offsets that are read at once: the first, and the one after the last. */
    record Span(long from, long to) {}

    /**
     * Returns the records from these coordinates up to an offset, exclusive. Stops after the record that reaches {@code
     * bytesMax}.
     */
    public List<Stored> read(Coordinates from, long to, long bytesMax) throws NotReadable {
        return read(new TopicPartition(from.topic(), from.partition()), List.of(new Span(from.offset(), to)), bytesMax);
    }

    /**
     * Returns the records of spans that are in ascending order. Stops after the record that reaches {@code bytesMax}.
     */
    List<Stored> read(TopicPartition partition, List<Span> spans, long bytesMax) throws NotReadable {
        Coordinates first = new Coordinates(
                partition.topic(), partition.partition(), spans.get(0).from());
        try {
            if (!reading.tryLock(READ_MAX.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new NotReadable("other requests are reading; try again");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NotReadable("the process stops");
        }
        try {
            return locked(first, partition, spans, bytesMax);
        } catch (OffsetOutOfRangeException e) {
            throw new NotReadable(first + " is no longer retained, or was never written");
        } catch (KafkaException e) {
            close();
            throw new NotReadable(first + " cannot be read: " + e.getMessage());
        } finally {
            reading.unlock();
        }
    }

    private List<Stored> locked(Coordinates first, TopicPartition partition, List<Span> spans, long bytesMax)
            throws NotReadable {
        Consumer<byte[], byte[]> open = consumer == null ? Consumers.of(properties()) : consumer;
        consumer = open;
        // A read from a partition that does not exist would wait for it.
        if (open.partitionsFor(first.topic(), READ_MAX).stream()
                .noneMatch(info -> info.partition() == first.partition())) {
            throw new NotReadable("there is no partition " + first.topic() + "/" + first.partition());
        }
        open.assign(List.of(partition));
        long end = open.endOffsets(List.of(partition), READ_MAX).getOrDefault(partition, 0L);
        List<Stored> found = new ArrayList<>();
        long bytes = 0;
        long begun = System.nanoTime();
        for (Span span : spans) {
            long to = Math.min(span.to(), end);
            open.seek(partition, span.from());
            while (open.position(partition) < to && bytes < bytesMax) {
                if (System.nanoTime() - begun > READ_MAX.toNanos()) {
                    throw new NotReadable(
                            first + " could not be read within " + READ_MAX.toSeconds() + " s; try again");
                }
                for (ConsumerRecord<byte[], byte[]> record : open.poll(POLL)) {
                    if (record.offset() < to && bytes < bytesMax) {
                        Stored stored = stored(record);
                        found.add(stored);
                        bytes += stored.bytes();
                    }
                }
            }
        }
        return found;
    }

    private static Stored stored(ConsumerRecord<byte[], byte[]> record) throws NotReadable {
        String oversized = Oversized.why(record);
        Coordinates at = new Coordinates(record.topic(), record.partition(), record.offset());
        if (oversized != null) {
            throw new NotReadable(at + " is too large to show: " + oversized);
        }
        Map<String, String> headers = new LinkedHashMap<>();
        for (Header header : record.headers()) {
            headers.put(header.key(), header.value() == null ? "" : new String(header.value(), UTF_8));
        }
        return new Stored(at, record.timestamp(), record.key(), headers, record.value(), SourceRecords.bytes(record));
    }

    private Properties properties() {
        Properties properties = settings.kafka();
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
        properties.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, "50");
        properties.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, String.valueOf(FETCH_BYTES_MAX));
        properties.put(ConsumerConfig.CLIENT_ID_CONFIG, "rota-pages-reader");
        return properties;
    }

    @Override
    public void close() {
        reading.lock();
        try {
            if (consumer != null) {
                consumer.close();
                consumer = null;
            }
        } finally {
            reading.unlock();
        }
    }
}
