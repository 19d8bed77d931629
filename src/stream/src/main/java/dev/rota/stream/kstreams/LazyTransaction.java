package dev.rota.stream.kstreams;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Begins a producer's transaction with the first record or the first position that has moved, and so never an empty
 * one. Streams commits after each punctuation, even if nothing was decided: for an idle scheduler, brokers would write
 * and replicate several transactions a second that repeat the last one.
 */
final class LazyTransaction {

    private final Runnable begin;

    /** The positions that the last transactions committed. */
    private final Map<TopicPartition, OffsetAndMetadata> committed = new HashMap<>();

    /** The positions of the current transaction. */
    private final Map<TopicPartition, OffsetAndMetadata> moved = new HashMap<>();

    private boolean begun;

    /** @param begin begins the producer's transaction */
    LazyTransaction(Runnable begin) {
        this.begin = begin;
    }

    /** Begins the transaction, unless it has begun: there is something to send in it. */
    void need() {
        if (!begun) {
            begin.run();
            begun = true;
        }
    }

    /** Returns whether positions differ from those that are committed. */
    boolean areNew(Map<TopicPartition, OffsetAndMetadata> positions) {
        return !committed.entrySet().containsAll(positions.entrySet());
    }

    /** Notes positions that were sent in the transaction. */
    void moved(Map<TopicPartition, OffsetAndMetadata> positions) {
        moved.putAll(positions);
    }

    /** Returns whether there is a transaction to end. */
    boolean begun() {
        return begun;
    }

    void committed() {
        committed.putAll(moved);
        end(true);
    }

    void aborted() {
        end(false);
    }

    private void end(boolean isCommitted) {
        StreamTransaction.end(isCommitted);
        moved.clear();
        begun = false;
    }
}
