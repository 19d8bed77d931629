package dev.rota.pages.index;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import dev.rota.engine.Output;
import dev.rota.engine.log.CauseHeader;
import dev.rota.engine.log.OutputFormat;
import dev.rota.engine.schema.Framing;
import dev.rota.kafka.Consumers;
import dev.rota.settings.Names;
import dev.rota.settings.Settings;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.header.Header;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the output topics of all domains, as a reader of committed records, and keeps the latest records of each
 * domain. It belongs to no consumer group and commits nothing.
 */
public final class OutputTail implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(OutputTail.class);

    private static final Duration POLL = Duration.ofMillis(200);

    private static final Duration RETRY = Duration.ofSeconds(1);

    /** The size of the cached values of all domains together. */
    private static final long VALUES_BYTES_MAX = 32L << 20;

    /** A topic that is followed. */
    private record Followed(Names names, Output<?> output, CauseHeader cause) {}

    private final Settings settings;
    private final int max;
    private final Map<String, Followed> topics = new TreeMap<>();
    private final SortedMap<String, Recent> recent = new TreeMap<>();
    private final Values values = new Values(VALUES_BYTES_MAX);
    private final Map<TopicPartition, Long> positions = new HashMap<>();
    private final Thread thread = new Thread(this::run, "rota-pages-tail");
    private final CountDownLatch end = new CountDownLatch(1);
    private volatile boolean closing;
    private volatile String trouble = "it has not read them yet";

    @Nullable
    private volatile Consumer<byte[], byte[]> consumer;

    /** @param max the number of records that are kept of each domain */
    public OutputTail(List<Domain> domains, Settings settings, int max) {
        this.settings = settings;
        this.max = max;
        for (Domain domain : domains) {
            Names names = Names.of(domain, settings);
            recent.put(domain.name(), new Recent(domain.name(), max));
            domain.outputs()
                    .forEach(output -> topics.put(
                            names.topic(output.topic()), new Followed(names, output, new CauseHeader(names.log()))));
        }
    }

    public void start() {
        thread.start();
    }

    /** Returns the latest records of a domain, or null if the domain is not followed. */
    public @Nullable Recent recent(String domain) {
        return recent.get(domain);
    }

    /** Returns the cache of the latest records' values of all domains. */
    public Values values() {
        return values;
    }

    /** Returns the reason why the topics cannot be read at the moment, or an empty text if they can. */
    public String trouble() {
        return trouble;
    }

    private void run() {
        while (!closing) {
            try (Consumer<byte[], byte[]> reading = Consumers.of(properties())) {
                consumer = reading;
                follow(reading);
            } catch (WakeupException | InterruptException e) {
                if (!closing) {
                    LOG.warn("the pages' reader was woken and starts again", e);
                }
            } catch (KafkaException e) {
                trouble = String.valueOf(e.getMessage());
                LOG.warn("the pages cannot read the outputs: {}", e.getMessage());
                pause();
            } finally {
                consumer = null;
            }
        }
    }

    private void follow(Consumer<byte[], byte[]> reading) {
        List<TopicPartition> partitions = partitions(reading);
        reading.assign(partitions);
        seek(reading, partitions);
        trouble = partitions.isEmpty() ? "its topics do not exist" : "";
        while (!closing && !partitions.isEmpty()) {
            for (ConsumerRecord<byte[], byte[]> record : reading.poll(POLL)) {
                take(record);
                positions.put(new TopicPartition(record.topic(), record.partition()), record.offset() + 1);
            }
        }
        if (partitions.isEmpty()) {
            pause();
        }
    }

    private List<TopicPartition> partitions(Consumer<byte[], byte[]> reading) {
        List<TopicPartition> partitions = new ArrayList<>();
        for (String topic : topics.keySet()) {
            for (PartitionInfo info : reading.partitionsFor(topic)) {
                partitions.add(new TopicPartition(topic, info.partition()));
            }
        }
        return partitions;
    }

    /** Seeks to the position before the reader was reopened, or as far back as records are kept. */
    private void seek(Consumer<byte[], byte[]> reading, List<TopicPartition> partitions) {
        Map<TopicPartition, Long> begins = reading.beginningOffsets(partitions);
        Map<TopicPartition, Long> ends = reading.endOffsets(partitions);
        for (TopicPartition partition : partitions) {
            long begin = begins.getOrDefault(partition, 0L);
            long end = ends.getOrDefault(partition, begin);
            Long known = positions.get(partition);
            reading.seek(partition, Math.max(begin, known == null || known > end ? end - max : known));
        }
    }

    private void take(ConsumerRecord<byte[], byte[]> record) {
        Followed followed = topics.get(record.topic());
        Entry entry = followed == null ? null : entry(record, followed);
        Recent kept =
                followed == null ? null : recent.get(followed.names().domain().name());
        if (entry != null && kept != null) {
            values.add(record.topic(), record.partition(), record.offset(), record.value());
            kept.add(entry);
        }
    }

    /** Returns the entry of a record, or null if no scheduler wrote the record; an audit reports such records. */
    private static @Nullable Entry entry(ConsumerRecord<byte[], byte[]> record, Followed followed) {
        CauseHeader cause = followed.cause();
        byte[] value = record.value();
        if (value == null || !Framing.isFramed(value) || !cause.read(header(record, OutputFormat.CAUSE))) {
            return null;
        }
        Domain domain = followed.names().domain();
        try {
            String rules = text(record, OutputFormat.RULES);
            String seq = text(record, OutputFormat.SEQ);
            String unit = text(record, OutputFormat.UNIT);
            SpecificRecord decision = followed.output().decode(value, Framing.BYTES, OutputFormat.rules(rules));
            return new Entry(
                    domain.name(),
                    record.topic(),
                    followed.output().topic(),
                    record.partition(),
                    record.offset(),
                    record.timestamp(),
                    unit,
                    seq.isEmpty() ? 0 : Long.parseLong(seq),
                    new Entry.Cause(cause.partition(), cause.offset()),
                    rules,
                    text(record, OutputFormat.CHAIN),
                    record.key() == null ? "" : new String(record.key(), UTF_8),
                    Mentions.kind(decision),
                    Sentences.of(domain, decision),
                    Mentions.of(decision, unit));
        } catch (IOException | RuntimeException e) {
            // Avro throws many kinds of unchecked exceptions on malformed bytes.
            LOG.debug("{}/{}/{} is no decision", record.topic(), record.partition(), record.offset(), e);
            return null;
        }
    }

    private static @Nullable byte[] header(ConsumerRecord<byte[], byte[]> record, String name) {
        Header header = record.headers().lastHeader(name);
        return header == null ? null : header.value();
    }

    private static String text(ConsumerRecord<byte[], byte[]> record, String name) {
        byte[] value = header(record, name);
        return value == null ? "" : new String(value, UTF_8);
    }

    private Properties properties() {
        Properties properties = settings.kafka();
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
        properties.put(ConsumerConfig.CLIENT_ID_CONFIG, "rota-pages");
        return properties;
    }

    private void pause() {
        try {
            closing |= end.await(RETRY.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            closing = true;
        }
    }

    @Override
    public void close() {
        closing = true;
        end.countDown();
        Consumer<byte[], byte[]> reading = consumer;
        if (reading != null) {
            reading.wakeup();
        }
        try {
            thread.join(Duration.ofSeconds(5).toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
