package dev.rota.stream.intake;

import dev.rota.stream.common.Ticker;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;

/**
 * Determines positions to commit in partitions whose records have all been appended. From the group's offsets, other
 * instances and operators see that everything was read.
 */
final class IdlePositions {

    /**
     * How often all positions are committed again: a group may lose offsets, and a partition without new records would
     * have none for as long as there are none.
     */
    private static final long AGAIN_INTERVAL_NS = 60_000_000_000L;

    private final Consumer<byte[], byte[]> consumer;
    private final InputPositions positions;
    private final Ticker ticker;

    /** The positions committed since all were last due, including those of busy partitions. */
    private final Map<TopicPartition, PositionMark> committed = new HashMap<>();

    private long lastAll;

    IdlePositions(Consumer<byte[], byte[]> consumer, InputPositions positions, Ticker ticker) {
        this.consumer = consumer;
        this.positions = positions;
        this.ticker = ticker;
        this.lastAll = ticker.nanoTime();
    }

    /**
     * Returns the positions to commit: those that have changed, and from time to time all.
     *
     * @param busy partitions with records in flight
     * @param buffered partitions with polled records that are not appended yet
     */
    Map<TopicPartition, PositionMark> uncommitted(Set<TopicPartition> busy, Set<TopicPartition> buffered) {
        if (ticker.nanoTime() - lastAll >= AGAIN_INTERVAL_NS) {
            lastAll = ticker.nanoTime();
            committed.clear();
        }
        Map<TopicPartition, PositionMark> idle = new HashMap<>();
        for (TopicPartition partition : consumer.assignment()) {
            if (!busy.contains(partition) && !buffered.contains(partition)) {
                PositionMark mark = positions.idle(partition, position(partition));
                if (mark != null && mark.next() >= 0 && !mark.equals(committed.get(partition))) {
                    idle.put(partition, mark);
                }
            }
        }
        return idle;
    }

    /** Returns the consumer's position; -1 if it has none yet. */
    private long position(TopicPartition partition) {
        try {
            return consumer.position(partition, Duration.ZERO);
        } catch (RetriableException e) {
            return -1;
        }
    }

    /** Notes positions that were committed. */
    void committed(Map<TopicPartition, PositionMark> marks) {
        committed.putAll(marks);
    }

    /** Drops partitions that were revoked. */
    void forget(Collection<TopicPartition> partitions) {
        committed.keySet().removeAll(partitions);
    }
}
