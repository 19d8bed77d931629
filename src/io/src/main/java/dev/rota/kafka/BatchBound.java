package dev.rota.kafka;

import dev.rota.engine.Nullable;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;

/**
 * Bounds the uncompressed size of a producer's batches by that of the records that are not written yet. The producer
 * itself bounds a batch by its estimated compressed size: one of zeros could have a gigabyte, and a reader that begins
 * within a batch decompresses it from its beginning.
 */
public final class BatchBound {

    /** The uncompressed size of records that are written before more are sent. */
    public static final long BYTES_MAX = 16L << 20;

    /** The approximate size of a record's other fields, and of the lengths of a header. */
    private static final int FRAME_BYTES = 24;

    private static final int HEADER_FRAME_BYTES = 4;

    private long bytes;

    /** Counts a record. Returns false, without counting it, if those before it must be written first. */
    public boolean takes(ProducerRecord<byte[], byte[]> record) {
        long size = size(record);
        if (bytes > 0 && bytes + size > BYTES_MAX) {
            return false;
        }
        bytes += size;
        return true;
    }

    /** Notes that all records counted so far are written, or will not be. */
    public void written() {
        bytes = 0;
    }

    /** Returns the approximate uncompressed size of a record. */
    public static long size(ProducerRecord<byte[], byte[]> record) {
        long size = (long) FRAME_BYTES + size(record.key()) + size(record.value());
        for (Header header : record.headers()) {
            size += (long) HEADER_FRAME_BYTES + header.key().length() + size(header.value());
        }
        return size;
    }

    private static int size(@Nullable byte[] part) {
        return part == null ? 0 : part.length;
    }
}
