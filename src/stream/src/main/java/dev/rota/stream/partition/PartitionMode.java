package dev.rota.stream.partition;

import dev.rota.engine.Nullable;
import dev.rota.engine.log.LogRecord;
import dev.rota.stream.log.Delivered;
import dev.rota.stream.log.LogAccess.Unavailable;
import dev.rota.stream.partition.Standings.Standing;

/**
 * The mode of a {@link LogPartition}: what it does with deliveries, and between them. A mode ends by calling
 * one of the {@link Transitions}.
 */
interface PartitionMode {

    /** Handles a delivery; returns the record if it was applied, null if the delivery is ignored. */
    default @Nullable LogRecord deliver(Delivered record) {
        return null;
    }

    /** Called before a delivery that is not after the former one. */
    default void deliveriesWentBack() {}

    /** Makes progress without deliveries. */
    default void advance() throws Unavailable {}

    /** Returns the partition's position and what it waits for; null if it has nothing to report. */
    @Nullable
    Standing standing();

    /** Returns whether the rows contain all that was decided up to their position; false during a rebuild. */
    boolean hasAllRows();

    /** Releases what the mode holds, when the partition leaves it or is revoked. */
    default void close() {}
}
