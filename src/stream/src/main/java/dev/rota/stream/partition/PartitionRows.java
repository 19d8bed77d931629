package dev.rota.stream.partition;

import dev.rota.engine.Nullable;
import dev.rota.engine.RebuildRow;
import dev.rota.engine.rows.Applied;
import dev.rota.engine.rows.BufferedRows;
import dev.rota.engine.rows.RowFormats;
import dev.rota.engine.rows.RowWipe;

/** The rows of one log partition, and what a rebuild needs of the store that contains them. */
public interface PartitionRows {

    /** Returns the rows as of the last flush, with the changes since then; none while they are unreadable. */
    BufferedRows rows();

    /** Returns the formats of the rows; throws {@link dev.rota.engine.rows.NewerRows} if a newer build wrote them. */
    RowFormats formats();

    /** Returns the last record applied according to the store, even if other rows cannot be read; null if unknown. */
    @Nullable
    Applied applied();

    /** Returns the marker of a rebuild that is in progress; null if the rows are complete. */
    @Nullable
    RebuildRow rebuild();

    /** Marks the rows as incomplete. Unless they are wiped already, none of them is visible from now on. */
    void beginRebuild(boolean wiped, String why, @Nullable Long decided);

    /** Marks the rows as complete. */
    void endRebuild();

    /** Returns a pass over the store that deletes all rows but the marker, slice by slice. */
    RowWipe wipe();

    /** Sets a hook that runs just before rows are written, and may still change rows. */
    void beforeFlush(Runnable hook);

    /** Discards all changes since the last flush. */
    void discard();
}
