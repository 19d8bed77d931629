package dev.rota.stream.intake;

import dev.rota.engine.IntakeReason;
import dev.rota.engine.Position;
import dev.rota.engine.log.LogFormat;
import dev.rota.engine.log.LogRecord;
import dev.rota.engine.log.Source;
import dev.rota.kafka.LogHeaders;
import dev.rota.stream.log.WholeTopic;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Derives from the log itself what of the inputs it contains: the offsets that are beyond a committed position, so that
 * their records are not appended again, and positions, the last resort if nothing else has kept them.
 *
 * <p>Records of one source go to many log partitions, one of which may have lagged behind the others. So only what
 * precedes the <em>smallest</em> of the last offsets in the log partitions is certain to be there. A log partition
 * without any record of the source may have lagged too, but intake bounds its records in flight, so the last {@link
 * #IN_FLIGHT_MAX} records are read again in any case. Offsets may have gaps of any size between them: of aborted
 * transactions, and of records that compaction has removed.
 */
final class LogScan {

    /** The most records between a record in flight and the last appended one of its source. */
    static final int IN_FLIGHT_MAX = 50_000;

    /** The number of records that are read of the log's end, divided among its partitions: about a second's work. */
    private static final int END_RECORDS_MAX = 100_000;

    private static final Duration END_MAX = Duration.ofSeconds(3);

    /** The most refusals of a source that are remembered, the last ones. */
    private static final int REFUSED_MAX = 1_000_000;

    /** The contents of the log that come from one input partition. */
    private static final class Held {
        /** The last offset in each log partition. */
        final Map<Integer, Long> last = new HashMap<>();

        /** The last offsets in all log partitions. */
        final LastOffsets offsets = new LastOffsets(IN_FLIGHT_MAX);

        /** The version of the mapping that its last records name. */
        int mapping;

        /** Offsets of records refused as SCHEMA_UNKNOWN that may be read again. */
        final TreeSet<Long> refused = new TreeSet<>();

        long greatest = -1;
    }

    private static final Logger LOG = LoggerFactory.getLogger(LogScan.class);

    private final Map<String, Held> sources = new TreeMap<>();

    /** The ends of the log partitions that were read. */
    private final Map<Integer, Long> ends = new TreeMap<>();

    private long records;

    /** Reads a log up to its present end. */
    static LogScan of(String log, IntakeClients clients) {
        LogScan scan = new LogScan();
        WholeTopic.read(clients.reader(), clients.ticker(), log, scan::take);
        if (scan.records > 0) {
            LOG.info("Read {} records of {} to find out how far the inputs were read", scan.records, log);
        }
        return scan;
    }

    /** Reads the last records of a log, as far as they are there within a short time. */
    static LogScan ofEnd(String log, IntakeClients clients) {
        LogScan scan = new LogScan();
        try {
            WholeTopic.readEnd(clients.reader(), clients.ticker(), log, END_RECORDS_MAX, END_MAX, scan::take);
        } catch (KafkaException e) {
            LOG.info("The end of {} was not read; what it contains of the inputs may be appended again: {}", log, e);
        }
        return scan;
    }

    void take(ConsumerRecord<byte[], byte[]> record) {
        records++;
        ends.put(record.partition(), record.offset() + 1);
        LogRecord parsed;
        try {
            Position at = new Position(record.partition(), record.offset(), record.timestamp());
            parsed = LogHeaders.parse(at, record.key(), record.headers(), record.value());
        } catch (LogFormat.ForeignRecord e) {
            // Rota did not write it; the scheduler skips it with a warning.
            return;
        }
        Source source = parsed.source();
        if (source == null) {
            return;
        }
        Held held = sources.computeIfAbsent(key(source.topicId(), source.partition()), none -> new Held());
        if (source.offset() >= held.greatest) {
            held.greatest = source.offset();
            held.mapping = parsed instanceof LogRecord.Event event ? event.mapping() : held.mapping;
        }
        held.last.merge(record.partition(), source.offset(), Math::max);
        held.offsets.add(source.offset());
        if (parsed instanceof LogRecord.Refused refused
                && refused.reason().equals(IntakeReason.SCHEMA_UNKNOWN.name())) {
            held.refused.add(source.offset());
            if (held.refused.size() > REFUSED_MAX) {
                held.refused.pollFirst();
            }
        }
    }

    /** Returns the ends of the log partitions that were read, as far as they have records. */
    Map<Integer, Long> ends() {
        return ends;
    }

    /** Returns the number of log records that were read. */
    long records() {
        return records;
    }

    /** Returns whether the log contains anything of an input partition. */
    boolean has(String topicId, int partition) {
        return sources.containsKey(key(topicId, partition));
    }

    /** Returns where to resume an input partition; 0 if the log contains none of its records. */
    long resumeAt(String topicId, int partition) {
        Held held = sources.get(key(topicId, partition));
        if (held == null) {
            return 0;
        }
        long smallest =
                held.last.values().stream().mapToLong(Long::longValue).min().orElse(-1);
        long least = held.offsets.least();
        return Math.max(0, Math.min(smallest + 1, held.offsets.isFull() ? least : least - IN_FLIGHT_MAX));
    }

    /** Returns the offsets of an input partition, from one on, that were found among the last ones of the log. */
    SortedSet<Long> appended(String topicId, int partition, long from) {
        Held held = sources.get(key(topicId, partition));
        return held == null ? new TreeSet<>() : held.offsets.from(from);
    }

    /** Returns the version of the mapping by which the last records of an input partition were read; 0 if by none. */
    int mapping(String topicId, int partition) {
        Held held = sources.get(key(topicId, partition));
        return held == null ? 0 : held.mapping;
    }

    /**
     * Returns where to resume an input partition after the given log partitions lost acknowledged records: after the
     * source's last record that each of them still contains.
     */
    long resumeAt(String topicId, int partition, Set<Integer> shortened) {
        Held held = sources.get(key(topicId, partition));
        return held == null
                ? 0
                : shortened.stream()
                        .mapToLong(log -> held.last.getOrDefault(log, -1L) + 1)
                        .min()
                        .orElse(Long.MAX_VALUE);
    }

    /** Returns the offsets at or beyond a position whose records are in the log as refused for an unknown schema. */
    SortedSet<Long> refused(String topicId, int partition, long position) {
        Held held = sources.get(key(topicId, partition));
        return held == null ? new TreeSet<>() : held.refused.tailSet(position);
    }

    private static String key(String topicId, int partition) {
        return topicId + "/" + partition;
    }
}
