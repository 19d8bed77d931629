package dev.rota.stream.intake;

import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;

/**
 * Topics that intake reads in one way. Intake polls them, knows how far each of their partitions was read, and appends
 * the log records that the source makes of their records.
 */
public interface TopicSource extends AutoCloseable {

    /** Opens a source that is closed whenever intake begins again, as after it has lost its cluster. */
    interface Opener {

        /** Returns what intake waits for while it opens the source. */
        String waitsFor();

        /**
         * Opens the source.
         *
         * @param logId the id of the log
         */
        TopicSource open(Admin admin, String logId, int logPartitions) throws InterruptedException;
    }

    /** Returns whether a topic is one of this source, be it read at present or not. */
    boolean has(String topic);

    /** Returns the topics to read at present. */
    Set<String> topics();

    /** Returns how much the consumer may fetch of a partition at once, unless a single batch is larger. */
    int fetchBytes();

    /**
     * Returns the size of a topic's buffered records beyond which it is not polled. Inputs are polled whatever is
     * buffered: their records are few, and nothing else tells how parties are.
     */
    default long bufferedBytesMax() {
        return Long.MAX_VALUE;
    }

    /**
     * Returns whether the topics have owners who may delete them and their records, and forbid to read them. Everything
     * else continues without such a topic, whose positions are committed apart.
     */
    default boolean isForeign() {
        return false;
    }

    /** Returns the reading of records that no instance has read yet. */
    Reading reading(String topic);

    /**
     * Makes a log record of a partition's first record.
     *
     * @param records the partition's records in the buffer
     * @param reading the reading by which the log record may have been appended already; otherwise, that of the topic
     */
    ReadResult read(Deque<PolledRecord> records, Reading reading);

    /** Returns whether a record will be refused for its schema, so that one commit can announce several refusals. */
    default boolean isSchemaUnknown(PolledRecord record) {
        return false;
    }

    /** Returns whether a partition waits: it is not polled, and its buffered records delay no other partition. */
    boolean isWaiting(TopicPartition partition);

    /**
     * Takes note of what has changed since the last call; called between polls.
     *
     * @return whether the topics to read have changed
     */
    boolean look(Collection<TopicPartition> assigned) throws InterruptedException;

    /** Drops partitions that were revoked. */
    default void forget(Collection<TopicPartition> partitions) {}

    /** Takes note of foreign topics that may not be read, among them some that this source does not have. */
    default void forbid(Collection<String> topics) {}

    /** Takes note of unread records that a partition has lost; returns whether intake continues without them. */
    default boolean toleratesLoss(TopicPartition partition, String what) {
        return false;
    }

    /** Returns a sentence for each part of the source that is not read, or waits too long; called by any thread. */
    List<String> notes();

    /** Returns how many topics are not read as a whole; called by any thread. */
    default int unread() {
        return 0;
    }

    @Override
    default void close() {}
}
