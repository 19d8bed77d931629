package dev.rota.stream.intake;

import dev.rota.engine.Nullable;
import dev.rota.engine.log.LogFormat;
import dev.rota.kafka.BatchBound;
import dev.rota.kafka.LogHeaders;
import dev.rota.settings.Names;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;

/**
 * Appends to the log. A schema is written to each partition before its first use there, and a rules record before
 * anything else. The first record that cannot be written closes the writer before a later one is sent: a gap could
 * never be filled, since the scheduler drops offsets below the last one of their source as duplicates.
 */
final class LogWriter implements AutoCloseable {

    /** Thrown if the log has lost acknowledged records, as after an unclean leader election. */
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
    private final List<NumberedSchema> outputSchemas;
    private final Set<Integer> opened = new HashSet<>();
    private final Set<Long> schemasWritten = new HashSet<>();
    private final Map<Integer, Long> acknowledged = new ConcurrentHashMap<>();
    private final Map<Integer, Long> found = new ConcurrentHashMap<>();
    private final Set<Integer> shortened = ConcurrentHashMap.newKeySet();
    private final AtomicReference<Exception> failure = new AtomicReference<>();

    /** The size of the records that are not acknowledged. */
    private final AtomicLong unacknowledged = new AtomicLong();

    /** @param rules the rules that an empty partition begins with */
    LogWriter(
            Names names,
            Producer<byte[], byte[]> producer,
            int partitions,
            int rules,
            Set<Integer> emptyPartitions,
            List<NumberedSchema> outputSchemas) {
        this.log = names.log();
        this.producer = producer;
        this.rules = rules;
        this.partitions = partitions;
        this.emptyPartitions = Set.copyOf(emptyPartitions);
        this.outputSchemas = List.copyOf(outputSchemas);
    }

    /** Returns the number of partitions of the log. */
    int partitions() {
        return partitions;
    }

    /** Appends the log record of an input; {@code written} runs on another thread once it is acknowledged. */
    void append(ReadResult.Append append, Runnable written) {
        int partition = append.partition();
        if (opened.add(partition)) {
            open(partition);
        }
        tell(partition, append.schema());
        send(partition, append.record(), written);
    }

    /** Returns whether records must be acknowledged before more are appended, so that no batch becomes too large. */
    boolean isFull() {
        return unacknowledged.get() > BatchBound.BYTES_MAX;
    }

    /** Notes ends of partitions, up to which records were found that others have appended. */
    void found(Map<Integer, Long> ends) {
        ends.forEach((partition, end) -> found.merge(partition, end, Math::max));
    }

    /** Returns the acknowledged end of each partition appended to here, or where records of others were found. */
    Map<Integer, Long> acknowledged() {
        Map<Integer, Long> ends = new HashMap<>(found);
        acknowledged.forEach((partition, end) -> ends.merge(partition, end, Math::max));
        return ends;
    }

    /** Returns the partitions that acknowledged a record at an offset acknowledged before. */
    Set<Integer> shortened() {
        return Set.copyOf(shortened);
    }

    /** Returns why a record could not be written; null if all were. */
    @Nullable
    Exception failure() {
        return failure.get();
    }

    private void open(int partition) {
        if (emptyPartitions.contains(partition)) {
            send(partition, LogFormat.rules(rules, partitions), () -> {});
        }
        for (NumberedSchema schema : outputSchemas) {
            tell(partition, schema);
        }
    }

    private void tell(int partition, @Nullable NumberedSchema schema) {
        if (schema != null && schemasWritten.add(((long) partition << 32) | (schema.id() & 0xFFFF_FFFFL))) {
            send(partition, LogFormat.schema(schema.id(), schema.schema()), () -> {});
        }
    }

    private void send(int partition, LogFormat.Written record, Runnable written) {
        if (failure.get() != null) {
            return;
        }
        ProducerRecord<byte[], byte[]> sent =
                new ProducerRecord<>(log, partition, record.key(), record.value(), LogHeaders.of(record.headers()));
        long size = BatchBound.size(sent);
        // Records that others have appended count as acknowledged, since intake has passed over them.
        long end = found.getOrDefault(partition, 0L);
        unacknowledged.addAndGet(size);
        try {
            var unused = producer.send(sent, (metadata, exception) -> {
                unacknowledged.addAndGet(-size);
                if (exception == null && acknowledged(partition, metadata, end)) {
                    written.run();
                } else if (failure.compareAndSet(
                        null, exception == null ? new LogShortened(log, partition) : exception)) {
                    producer.close(Duration.ZERO);
                }
            });
        } catch (IllegalStateException e) {
            // The callback of a failed record has closed it, and has recorded why.
            if (failure.get() == null) {
                throw e;
            }
        }
    }

    /**
     * Notes an acknowledged offset; returns false if it was acknowledged for another record before, or is one at which
     * another's record was found before this one was sent.
     */
    private boolean acknowledged(int partition, RecordMetadata metadata, long found) {
        if (!metadata.hasOffset()) {
            return true;
        }
        if (metadata.offset() < Math.max(found, acknowledged.getOrDefault(partition, 0L))) {
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
