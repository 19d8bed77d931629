package dev.rota.stream.partition;

import dev.rota.engine.Nullable;
import dev.rota.engine.rows.RowWipe;
import dev.rota.stream.partition.Standings.Standing;

/** The first phase of a rebuild: deletes the rows, slice by slice. */
final class WipingRows implements PartitionMode {

    /** The most rows that are deleted at a punctuation. */
    private static final int ROWS_AT_ONCE_MAX = 20_000;

    private final Rebuild rebuild;
    private final Transitions transitions;
    private @Nullable RowWipe wipe;

    WipingRows(Rebuild rebuild, Transitions transitions) {
        this.rebuild = rebuild;
        this.transitions = transitions;
    }

    @Override
    public void advance() {
        if (wipe == null) {
            wipe = rebuild.wipe();
        }
        if (!wipe.slice(ROWS_AT_ONCE_MAX)) {
            rebuild.mark();
            transitions.readOutputs(rebuild);
        }
    }

    @Override
    public Standing standing() {
        return new Standing(0, false, rebuild.sentence((wipe == null ? 0 : wipe.deleted()) + " rows deleted"));
    }

    @Override
    public boolean hasAllRows() {
        return false;
    }
}
