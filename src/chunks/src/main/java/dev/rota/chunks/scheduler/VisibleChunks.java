package dev.rota.chunks.scheduler;

import dev.rota.chunks.VisibleRow;
import dev.rota.engine.Key;
import dev.rota.engine.Table;
import dev.rota.engine.Tables;
import java.nio.ByteBuffer;
import java.util.BitSet;

/** The chunks that readers may use, as far as a worker has a route to them: a bit for each number, in memory and in rows. */
final class VisibleChunks {

    private static final int PAGE_BITS = 16;
    private static final int PAGE = 1 << PAGE_BITS;

    private final BitSet bits = new BitSet();
    private final BitSet changedPages = new BitSet();

    /** The pages that have a row. */
    private final BitSet rows = new BitSet();

    static VisibleChunks read(Tables tables) {
        VisibleChunks visible = new VisibleChunks();
        try (Table.Cursor<VisibleRow> cursor =
                tables.table(ChunksTables.VISIBLE).scan(Key.EMPTY)) {
            for (Table.Entry<VisibleRow> entry = cursor.next(); entry != null; entry = cursor.next()) {
                int page = entry.key().read().number32();
                visible.rows.set(page);
                BitSet ofPage = BitSet.valueOf(entry.row().getBits());
                ofPage.stream().forEach(bit -> visible.bits.set(page * PAGE + bit));
            }
        }
        return visible;
    }

    boolean has(int number) {
        return bits.get(number);
    }

    void set(int number, boolean isVisible) {
        bits.set(number, isVisible);
        changedPages.set(number >>> PAGE_BITS);
    }

    int count() {
        return bits.cardinality();
    }

    /** Returns a copy of all numbers as bits. */
    BitSet copy() {
        return (BitSet) bits.clone();
    }

    void clear() {
        bits.clear();
        changedPages.or(rows);
    }

    /** Writes the rows that have changed. */
    void write(Tables tables) {
        Table<VisibleRow> table = tables.table(ChunksTables.VISIBLE);
        for (int page = changedPages.nextSetBit(0); page >= 0; page = changedPages.nextSetBit(page + 1)) {
            // the end of the last page is no int; its last number is never given
            int end = (int) Math.min((page + 1L) * PAGE, Integer.MAX_VALUE);
            byte[] ofPage = bits.get(page * PAGE, end).toByteArray();
            if (ofPage.length > 0) {
                table.put(Key.of(page), new VisibleRow(ByteBuffer.wrap(ofPage)), rows.get(page));
            } else if (rows.get(page)) {
                table.drop(Key.of(page));
            }
            rows.set(page, ofPage.length > 0);
        }
        changedPages.clear();
    }
}
