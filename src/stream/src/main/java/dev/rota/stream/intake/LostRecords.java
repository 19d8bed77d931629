package dev.rota.stream.intake;

import dev.rota.stream.common.StoppedException;
import java.util.function.BiPredicate;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles records that an input has lost, before or after they were read: intake stops, unless its operator accepts the
 * loss.
 */
final class LostRecords {

    private static final Logger LOG = LoggerFactory.getLogger(LostRecords.class);

    private static final String OTHERS =
            ": it has lost records, and others in their place, up to there, will be taken for known";

    /** The way out for an operator; records that are tolerated need none. */
    private static final String ADVICE = "; start with --accept-gap to go on without the lost records";

    private final boolean accepted;
    private final BiPredicate<TopicPartition, String> tolerates;

    /**
     * @param accepted whether to continue without them
     * @param tolerates takes note of what a partition has lost; returns whether intake continues without it in any case
     */
    LostRecords(boolean accepted, BiPredicate<TopicPartition, String> tolerates) {
        this.accepted = accepted;
        this.tolerates = tolerates;
    }

    /** Returns the position, or the nearest existing offset. */
    long nearest(TopicPartition partition, long position, long begin, long end) {
        long to = Math.min(Math.max(position, begin), end);
        if (position < begin) {
            gap(
                    partition,
                    partition + " no longer has offsets " + position + " to " + (begin - 1)
                            + ", which were never read");
        } else if (position > end) {
            // Other records will reuse these offsets, and the scheduler will drop those below the position as
            // duplicates.
            gap(partition, partition + " ends at " + end + ", but was read up to " + position + OTHERS);
        }
        return to;
    }

    /** Requires that the input was not cut: a new leader may have had fewer records, and have received others since. */
    void requireUncut(TopicPartition partition, long position, OffsetOutOfRangeException found) {
        OffsetAndMetadata cut = found instanceof LogTruncationException truncated
                ? truncated.divergentOffsets().get(partition)
                : null;
        if (cut != null && cut.offset() < position) {
            gap(
                    partition,
                    partition + " has other records from offset " + cut.offset() + " on, but was read up to " + position
                            + OTHERS);
        }
    }

    private void gap(TopicPartition partition, String lost) {
        if (tolerates.test(partition, lost)) {
            return;
        }
        if (!accepted) {
            throw new StoppedException("intake stops: " + lost + ADVICE);
        }
        LOG.warn("goes on, as --accept-gap allows: {}", lost);
    }
}
