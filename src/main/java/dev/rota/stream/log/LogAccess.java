package dev.rota.stream.log;

import java.util.List;

/**
 * The log read beside Kafka Streams. Streams delivers records once and in order, but where it starts is a consumer
 * group's word; this reads whatever the rows of a partition say is missing.
 */
public interface LogAccess extends AutoCloseable {

    /**
     * What the cluster says of a log partition.
     *
     * @param topicId the UUID of the topic; empty where there is no such topic
     * @param begin the first offset that is still there
     * @param end the offset that the next record gets
     * @param committed where the scheduler's group resumes; -1 where it has no offset
     */
    record Extent(String topicId, long begin, long end, long committed) {}

    /**
     * Some records in order.
     *
     * @param next where to read on; the offset asked for, if there is nothing to read
     */
    record Slice(List<Delivered> records, long next) {}

    /** The cluster does not answer, or does not let us read. To try again later may help. */
    public final class Unavailable extends Exception {
        private static final long serialVersionUID = 1L;

        public Unavailable(String message) {
            super(message, null, false, false);
        }
    }

    Extent extent(int partition) throws Unavailable;

    /** Reads from an offset on, at most up to {@code to}, as many records as come at once. */
    Slice read(int partition, long from, long to) throws Unavailable;

    @Override
    void close();
}
