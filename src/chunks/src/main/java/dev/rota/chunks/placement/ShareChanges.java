package dev.rota.chunks.placement;

import dev.rota.chunks.AssignmentChange;
import dev.rota.chunks.AssignmentRow;
import dev.rota.engine.Nullable;

/** The changes of a worker's share since its row was written, taken together. */
public final class ShareChanges {

    private int[] added = {};
    private int[] removed = {};
    private @Nullable AssignmentChange last;

    /** Adds the change of the next epoch. */
    public void add(AssignmentChange change) {
        int[] gone = PackedNumbers.unpack(change.getRemovedNumbers(), change.getRemoved());
        int[] fresh = PackedNumbers.unpack(change.getAddedNumbers(), change.getAdded());
        int[] goneOfRow = AscendingInts.without(gone, added);
        int[] freshToRow = AscendingInts.without(fresh, removed);
        added = AscendingInts.replace(added, AscendingInts.common(gone, added), freshToRow);
        removed = AscendingInts.replace(removed, AscendingInts.common(fresh, removed), goneOfRow);
        last = change;
    }

    public boolean isEmpty() {
        return last == null;
    }

    /** Returns the row of a worker's share with the changes; the share has one part. */
    public AssignmentRow applied(AssignmentRow row) {
        if (last == null) {
            return row;
        }
        int[] now = AscendingInts.replace(PackedNumbers.unpack(row.getNumbers(), row.getCount()), removed, added);
        return new AssignmentRow(
                row.getWorker(),
                now.length,
                last.getBytesAfter(),
                PackedNumbers.pack(now, 0, now.length),
                last.getDigest());
    }
}
