package dev.rota.stream.takeover;

import dev.rota.engine.Nullable;
import java.time.Instant;
import org.apache.kafka.common.TopicPartition;

/**
 * A transaction that is open in a partition: readers of committed records stop at its first record.
 *
 * @param partition where it is open
 * @param producerEpoch of the producer that opened it
 * @param coordinatorEpoch of the coordinator that knew the producer last
 * @param firstOffset of its first record in the partition
 * @param written when the producer last wrote to the partition
 * @param transactionalId null if no coordinator knows the producer
 * @param timeout when its coordinator will end it, if its producer does not; null if the coordinator has ended it, or
 *     no longer knows it, so that nobody will end it here
 */
public record OpenTransaction(
        TopicPartition partition,
        long producerId,
        short producerEpoch,
        int coordinatorEpoch,
        long firstOffset,
        Instant written,
        @Nullable String transactionalId,
        @Nullable Instant timeout) {

    /** Whether nobody will end it. */
    public boolean hanging() {
        return timeout == null;
    }

    /** What an operator needs to know, in one line. */
    public String sentence() {
        return partition + " is held back at " + firstOffset + " by "
                + (transactionalId == null
                        ? "a transaction of producer " + producerId + ", which no coordinator knows"
                        : "the transaction of " + transactionalId)
                + ", which wrote last at " + written
                + (hanging()
                        ? "; nobody will end it"
                        : "; if it is not ended before, its coordinator will end it soon after " + timeout);
    }

    /** Whether this is the same transaction, seen at another time. */
    boolean isSameAs(OpenTransaction other) {
        return partition.equals(other.partition) && producerId == other.producerId && firstOffset == other.firstOffset;
    }
}
