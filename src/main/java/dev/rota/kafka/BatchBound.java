package dev.rota.kafka;

import dev.rota.engine.Nullable;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Bounds the uncompressed size of a producer's batches. The producer itself bounds a batch by its estimated compressed
 * size: one of zeros could have a gigabyte, more than its readers can hold.
 */
public final class BatchBound {

    /** Half of the size at which a reader replaces the large records of a batch. */
    static final long BYTES_MAX = BatchScreen.KEPT_BYTES_MAX / 2;

    private long bytes;

    /** Must be called before a record is sent. Waits until all earlier ones are written if a batch could be too large. */
    public void before(ProducerRecord<byte[], byte[]> record, Producer<byte[], byte[]> producer) {
        int size = size(record.key()) + size(record.value());
        if (bytes + size > BYTES_MAX) {
            producer.flush();
            bytes = 0;
        }
        bytes += size;
    }

    private static int size(@Nullable byte[] part) {
        return part == null ? 0 : part.length;
    }
}
