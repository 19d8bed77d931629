package dev.rota.stream.intake;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicPartition;

/** Writes changes to the {@link KeptPositions}: committed positions, and acknowledged ends of the log. */
final class KeptPositionsWriter {

    private final InputPositions positions;
    private final KeptPositions kept;
    private final Supplier<Map<Integer, Long>> logEnds;

    /** The positions that were written last. */
    private final Map<TopicPartition, PositionMark> written = new HashMap<>();

    private final Map<Integer, Long> writtenLogEnds = new HashMap<>();

    /** @param logEnds returns the acknowledged end of each log partition */
    KeptPositionsWriter(InputPositions positions, KeptPositions kept, Supplier<Map<Integer, Long>> logEnds) {
        this.positions = positions;
        this.kept = kept;
        this.logEnds = logEnds;
    }

    /** Writes positions that are about to be committed; returns whether they were acknowledged. */
    boolean now(Map<TopicPartition, PositionMark> marks) {
        return kept.keep(marks);
    }

    /** Notes that positions which were written have been committed. */
    void committed(Map<TopicPartition, PositionMark> marks) {
        written.putAll(marks);
    }

    /** Writes all changes, without waiting. */
    void later() {
        if (kept.lost()) {
            written.clear();
            writtenLogEnds.clear();
        }
        Map<TopicPartition, PositionMark> changed = new HashMap<>(positions.resumable());
        changed.entrySet().removeIf(entry -> entry.getValue().equals(written.get(entry.getKey())));
        Map<Integer, Long> changedEnds = new HashMap<>(logEnds.get());
        changedEnds.entrySet().removeIf(entry -> entry.getValue().equals(writtenLogEnds.get(entry.getKey())));
        kept.keepLater(changed, changedEnds);
        written.putAll(changed);
        writtenLogEnds.putAll(changedEnds);
    }

    /** Drops partitions that were revoked. */
    void forget(Collection<TopicPartition> partitions) {
        written.keySet().removeAll(partitions);
    }
}
