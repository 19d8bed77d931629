package dev.rota.engine.rows;

import dev.rota.engine.Nullable;
import dev.rota.engine.PartitionRow;
import java.nio.ByteBuffer;

/**
 * The last log record that a partition has applied. It is committed together with the rows, so it is the position to
 * resume from, whatever the consumer group's offset is.
 * @param log the UUID of the log topic
 * @param offset the record's offset
 * @param time its append time
 * @param digest its SHA-256, by which a different record at the same offset is detected
 */
public record Applied(String log, long offset, long time, ByteBuffer digest) {

    /** The offset in the partition's row before the first record. */
    public static final long NO_OFFSET = -1;

    /** Returns the position in the partition's row, or null before the first record. */
    public static @Nullable Applied of(PartitionRow row) {
        return row.getOffset() == NO_OFFSET
                ? null
                : new Applied(row.getLog(), row.getOffset(), row.getTime(), row.getDigest());
    }
}
