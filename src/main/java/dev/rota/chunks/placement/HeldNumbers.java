package dev.rota.chunks.placement;

import dev.rota.chunks.AssignmentRow;
import dev.rota.chunks.catalog.Packing;
import java.util.Iterator;
import java.util.List;

/** Iterates over the chunk numbers of a worker's rows. */
public final class HeldNumbers {

    /** Marks the end; greater than any number. */
    public static final long END = Long.MAX_VALUE;

    private final Iterator<AssignmentRow> rows;
    private Packing.Reader reader;
    private long next = 0;

    public HeldNumbers(List<AssignmentRow> rows) {
        this.rows = rows.iterator();
        this.reader = Packing.Reader.EMPTY;
        pass();
    }

    /** Whether a number is among those of some rows. It costs some 2 ns for each number before it. */
    public static boolean holds(List<AssignmentRow> rows, int number) {
        HeldNumbers held = new HeldNumbers(rows);
        while (held.next < number) {
            held.pass();
        }
        return held.next == number;
    }

    /** The next number, or {@link #END}. */
    public long next() {
        return next;
    }

    public void pass() {
        while (!reader.hasMore()) {
            if (!rows.hasNext()) {
                next = END;
                return;
            }
            reader = new Packing.Reader(rows.next().getChunks());
            next = 0;
        }
        next += reader.number();
    }
}
