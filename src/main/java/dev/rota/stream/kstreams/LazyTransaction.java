package dev.rota.stream.kstreams;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Begins a producer's transaction with the first record or the first position that has moved, and so never an empty one.
 * Streams commits after each punctuation, also when nothing was decided: an idle scheduler would have brokers write and
 * replicate several transactions a second that say what the last one said.
 */
final class LazyTransaction {

    private final Runnable begin;

    /** The positions that the last transactions committed. */
    private final Map<TopicPartition, OffsetAndMetadata> committed = new HashMap<>();

    /** Those of the current transaction. */
    private final Map<TopicPartition, OffsetAndMetadata> moved = new HashMap<>();

    private boolean begun;

    /** @param begin begins the producer's transaction */
    LazyTransaction(Runnable begin) {
        this.begin = begin;
    }

    /** There is something to send in it. */
    void need() {
        if (!begun) {
            begin.run();
            begun = true;
        }
    }

    /** Whether positions say something that is not committed yet. */
    boolean areNew(Map<TopicPartition, OffsetAndMetadata> positions) {
        return !committed.entrySet().containsAll(positions.entrySet());
    }

    /** These positions were sent in it. */
    void moved(Map<TopicPartition, OffsetAndMetadata> positions) {
        moved.putAll(positions);
    }

    /** Whether there is a transaction to end. */
    boolean begun() {
        return begun;
    }

    void committed() {
        committed.putAll(moved);
        end();
    }

    void aborted() {
        end();
    }

    private void end() {
        moved.clear();
        begun = false;
    }
}
