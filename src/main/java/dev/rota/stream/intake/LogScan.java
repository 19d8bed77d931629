package dev.rota.stream.intake;

import dev.rota.engine.LogFormat;
import dev.rota.engine.LogRecord;
import dev.rota.engine.Position;
import dev.rota.engine.Refusal;
import dev.rota.engine.Source;
import dev.rota.kafka.LogHeaders;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * How far each input partition was read, by what the log holds of it. The last resort when nothing else has kept a
 * position.
 *
 * <p>Records of one source go to many log partitions, and one of those may have lagged behind the others. So all that is
 * certain is what lies before the <em>smallest</em> of the last offsets that the log partitions hold. A log partition
 * that holds none of the source may lag too, but intake has a bounded number of records in flight: {@link #IN_FLIGHT_MAX}
 * offsets are read again in any case. What is read again is dropped by the scheduler.
 */
final class LogScan {

    /** Offsets between a record in flight and the last one of its source that was appended; with transaction markers. */
    static final int IN_FLIGHT_MAX = 50_000;

    /** Refusals of a source that are remembered, the last ones. */
    private static final int REFUSED_MAX = 1_000_000;

    /** What the log holds of one input partition. */
    private static final class Held {
        /** By log partition. */
        final Map<Integer, Long> last = new HashMap<>();

        /** Offsets of records that were refused as SCHEMA_UNKNOWN and may be read again. */
        final TreeSet<Long> refused = new TreeSet<>();

        long greatest() {
            return last.values().stream().mapToLong(Long::longValue).max().orElse(-1);
        }
    }

    private final Map<String, Held> sources = new TreeMap<>();
    private long records;

    void take(ConsumerRecord<byte[], byte[]> record) {
        records++;
        LogRecord parsed;
        try {
            Position at = new Position(record.partition(), record.offset(), record.timestamp());
            parsed = LogHeaders.parse(at, record.key(), record.headers(), record.value());
        } catch (LogFormat.ForeignRecord e) {
            // The schedulers stop at it and say so.
            return;
        }
        Source source = parsed.source();
        if (source == null) {
            return;
        }
        Held held = sources.computeIfAbsent(key(source.topicId(), source.partition()), none -> new Held());
        held.last.merge(record.partition(), source.offset(), Math::max);
        if (parsed instanceof LogRecord.Refused refused && refused.reason().equals(Refusal.SCHEMA_UNKNOWN.name())) {
            held.refused.add(source.offset());
            if (held.refused.size() > REFUSED_MAX) {
                held.refused.pollFirst();
            }
        }
    }

    /** Log records that were read. */
    long records() {
        return records;
    }

    /** Whether the log holds anything of an input partition. */
    boolean has(String topicId, int partition) {
        return sources.containsKey(key(topicId, partition));
    }

    /** Where to resume an input partition; 0 if the log holds nothing of it. */
    long resumeAt(String topicId, int partition) {
        Held held = sources.get(key(topicId, partition));
        if (held == null) {
            return 0;
        }
        long smallest =
                held.last.values().stream().mapToLong(Long::longValue).min().orElse(-1);
        return Math.max(0, Math.min(smallest + 1, held.greatest() + 1 - IN_FLIGHT_MAX));
    }

    /**
     * Where to resume an input partition after these log partitions have lost acknowledged records: behind the last
     * record of the source that each still holds.
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

    /** Offsets at or beyond a position whose records the log holds as refused for an unknown schema. */
    SortedSet<Long> refused(String topicId, int partition, long position) {
        Held held = sources.get(key(topicId, partition));
        return held == null ? new TreeSet<>() : held.refused.tailSet(position);
    }

    private static String key(String topicId, int partition) {
        return topicId + "/" + partition;
    }
}
