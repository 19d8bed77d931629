package dev.rota.engine.rows;

import dev.rota.engine.Nullable;
import dev.rota.engine.PartitionRow;
import java.nio.ByteBuffer;

/**
 * The last log record that a partition has applied. It is committed together with the rows, so it is the position to
 * resume from, whatever the consumer group's offset says.
 *
 * @param log the UUID of the log topic
 * @param offset of the record
 * @param time its append time
 * @param digest its SHA-256; a different record at the same offset has a different one
 */
public record Applied(String log, long offset, long time, ByteBuffer digest) {

    /** The offset in the partition's row before the first record. */
    public static final long NO_OFFSET = -1;

    /** What the partition's row says; null before the first record. */
    public static @Nullable Applied of(PartitionRow row) {
        return row.getOffset() == NO_OFFSET
                ? null
                : new Applied(row.getLog(), row.getOffset(), row.getTime(), row.getDigest());
    }
}
