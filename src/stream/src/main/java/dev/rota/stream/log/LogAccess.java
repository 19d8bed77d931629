package dev.rota.stream.log;

import java.util.List;

/**
 * Reads the log independently of Kafka Streams. Streams starts at the consumer group's offset, which may be wrong; this
 * interface reads whatever records are missing according to the rows.
 */
public interface LogAccess extends AutoCloseable {

    /**
     * The extent of a log partition.
     *
     * @param topicId the UUID of the topic; empty if it does not exist
     * @param begin the first offset that still exists
     * @param end the offset of the next record
     * @param committed the scheduler group's offset; -1 if it has none
     */
    record Extent(String topicId, long begin, long end, long committed) {}

    /**
     * Consecutive records.
     *
     * @param next the offset to continue from; the requested one if there was nothing to read
     */
    record Slice(List<Delivered> records, long next) {}

    /** Thrown if the cluster does not answer or denies access; a later attempt may succeed. */
    public final class Unavailable extends Exception {
        private static final long serialVersionUID = 1L;

        public Unavailable(String message) {
            super(message, null, false, false);
        }
    }

    Extent extent(int partition) throws Unavailable;

    /** Ends the read that is under way; it and later ones are {@link Unavailable}. */
    void stop();

    /** Reads one batch of records from an offset on, up to {@code to} exclusively. */
    Slice read(int partition, long from, long to) throws Unavailable;

    @Override
    void close();
}
