package dev.rota.stream.intake;

import dev.rota.engine.LogFormat;
import dev.rota.engine.Nullable;
import dev.rota.kafka.LogHeaders;
import dev.rota.settings.Names;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Appends to the log. Each partition hears of a schema before its first use, and an empty one of the rules before all
 * else. The first record that cannot be written closes the writer at once, before a later one can leave: a gap would be
 * for ever, since the scheduler takes what comes before the last offset that it saw for a repetition.
 */
final class LogWriter implements AutoCloseable {

    /** The log has lost records that it had acknowledged, as after an unclean election of a leader. */
    static final class LogShortened extends Exception {
        private static final long serialVersionUID = 1L;

        LogShortened(String log, int partition) {
            super("partition " + partition + " of " + log + " has lost records that it had acknowledged");
        }
    }

    private final String log;
    private final Producer<byte[], byte[]> producer;
    private final int rules;
    private final int partitions;
    private final Set<Integer> emptyPartitions;
    private final List<InputReader.Numbered> outputSchemas;
    private final Set<Integer> opened = new HashSet<>();
    private final Set<Long> told = new HashSet<>();
    private final Map<Integer, Long> acknowledged = new ConcurrentHashMap<>();
    private final Set<Integer> shortened = ConcurrentHashMap.newKeySet();
    private final AtomicReference<Exception> failure = new AtomicReference<>();

    LogWriter(
            Names names,
            Properties properties,
            int partitions,
            Set<Integer> emptyPartitions,
            List<InputReader.Numbered> outputSchemas) {
        this(
                names,
                new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer()),
                partitions,
                emptyPartitions,
                outputSchemas);
    }

    LogWriter(
            Names names,
            Producer<byte[], byte[]> producer,
            int partitions,
            Set<Integer> emptyPartitions,
            List<InputReader.Numbered> outputSchemas) {
        this.log = names.log();
        this.producer = producer;
        this.rules = names.domain().rules();
        this.partitions = partitions;
        this.emptyPartitions = Set.copyOf(emptyPartitions);
        this.outputSchemas = List.copyOf(outputSchemas);
    }

    /** Appends what an input became; {@code written} is run on another thread when the log has it. */
    void append(InputReader.Reading reading, Runnable written) {
        int partition = reading.partition();
        if (opened.add(partition)) {
            open(partition);
        }
        tell(partition, reading.schema());
        send(partition, reading.record(), written);
    }

    /** How far each partition has acknowledged what was appended here. */
    Map<Integer, Long> acknowledged() {
        return Map.copyOf(acknowledged);
    }

    /** The partitions that have acknowledged a record at an offset that they had acknowledged before. */
    Set<Integer> shortened() {
        return Set.copyOf(shortened);
    }

    /** Why a record could not be written; null while all is well. */
    @Nullable
    Exception failure() {
        return failure.get();
    }

    private void open(int partition) {
        if (emptyPartitions.contains(partition)) {
            send(partition, LogFormat.rules(rules, partitions), () -> {});
        }
        for (InputReader.Numbered schema : outputSchemas) {
            tell(partition, schema);
        }
    }

    private void tell(int partition, @Nullable InputReader.Numbered schema) {
        if (schema != null && told.add(((long) partition << 32) | (schema.id() & 0xFFFF_FFFFL))) {
            send(partition, LogFormat.schema(schema.id(), schema.schema()), () -> {});
        }
    }

    private void send(int partition, LogFormat.Written record, Runnable written) {
        if (failure.get() != null) {
            return;
        }
        try {
            var unused = producer.send(
                    new ProducerRecord<>(log, partition, record.key(), record.value(), LogHeaders.of(record.headers())),
                    (metadata, exception) -> {
                        if (exception == null && acknowledged(partition, metadata)) {
                            written.run();
                        } else if (failure.compareAndSet(
                                null, exception == null ? new LogShortened(log, partition) : exception)) {
                            producer.close(Duration.ZERO);
                        }
                    });
        } catch (IllegalStateException e) {
            // Closed meanwhile, by the callback of a record that failed: why, it has said.
            if (failure.get() == null) {
                throw e;
            }
        }
    }

    /** Notes where a record stands; false if that offset was another record's before. */
    private boolean acknowledged(int partition, RecordMetadata metadata) {
        if (!metadata.hasOffset()) {
            return true;
        }
        Long before = acknowledged.get(partition);
        if (before != null && metadata.offset() < before) {
            shortened.add(partition);
            return false;
        }
        acknowledged.put(partition, metadata.offset() + 1);
        return true;
    }

    @Override
    public void close() {
        producer.close(Duration.ofSeconds(failure.get() == null ? 5 : 0));
    }
}
