package dev.rota.stream.intake;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.TopicPartition;

/**
 * Tracks which input positions may be committed: those of a round whose records are acknowledged, as are those of all
 * earlier rounds. Counting acknowledgements would not suffice, since those of different log partitions arrive out of
 * order.
 */
final class AcknowledgedRounds {

    private static final class Round {
        final Map<TopicPartition, PositionMark> positions = new HashMap<>();
        final AtomicInteger unacknowledged = new AtomicInteger();
    }

    private final Deque<Round> closed = new ArrayDeque<>();
    private final AtomicInteger inFlight = new AtomicInteger();
    private Round current = new Round();

    /** Registers a record in flight; the returned action must run when the log has acknowledged it. */
    Runnable sent(TopicPartition partition, PositionMark next) {
        Round round = current;
        round.positions.put(partition, next);
        round.unacknowledged.incrementAndGet();
        inFlight.incrementAndGet();
        return () -> {
            round.unacknowledged.decrementAndGet();
            inFlight.decrementAndGet();
        };
    }

    /** Returns the number of records that the log has not acknowledged yet. */
    int inFlight() {
        return inFlight.get();
    }

    /** Ends the round; returns the positions that may be committed now. */
    Map<TopicPartition, PositionMark> close() {
        if (!current.positions.isEmpty()) {
            closed.add(current);
            current = new Round();
        }
        Map<TopicPartition, PositionMark> committable = new HashMap<>();
        for (Round first = closed.peek(); first != null && first.unacknowledged.get() == 0; first = closed.peek()) {
            committable.putAll(first.positions);
            closed.remove();
        }
        return committable;
    }

    /** Returns the partitions with records in rounds that {@link #close} has not returned yet. */
    Set<TopicPartition> busy() {
        Set<TopicPartition> busy = new HashSet<>(current.positions.keySet());
        closed.forEach(round -> busy.addAll(round.positions.keySet()));
        return busy;
    }

    /** Drops partitions that were revoked: their new owner reads again what is not committed. */
    void forget(Collection<TopicPartition> partitions) {
        current.positions.keySet().removeAll(partitions);
        closed.forEach(round -> round.positions.keySet().removeAll(partitions));
    }
}
