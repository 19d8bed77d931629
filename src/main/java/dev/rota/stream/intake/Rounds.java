package dev.rota.stream.intake;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.TopicPartition;

/**
 * Which input positions may be committed: those of a round whose records, and all earlier rounds', the log has
 * acknowledged. One broker may be slow while another answers, so counting acknowledgements alone would not do.
 */
final class Rounds {

    private static final class Round {
        final Map<TopicPartition, PositionMark> positions = new HashMap<>();
        final AtomicInteger unacknowledged = new AtomicInteger();
    }

    private final Deque<Round> closed = new ArrayDeque<>();
    private final AtomicInteger inFlight = new AtomicInteger();
    private Round current = new Round();

    /** A record is being sent; what to run when the log has it. */
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

    /** Records that the log has not acknowledged yet. */
    int inFlight() {
        return inFlight.get();
    }

    /** Ends the round; the positions that may be committed now. */
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

    /** Partitions were taken away: what is not committed will be read again, by whoever has them now. */
    void forget() {
        closed.clear();
        current = new Round();
    }
}
