package dev.rota.chunks.routes;

import dev.rota.chunks.VisibleRow;
import dev.rota.chunks.catalog.Catalog;
import dev.rota.chunks.policy.Policy;
import dev.rota.chunks.tables.ChunksTables;
import dev.rota.engine.Key;
import dev.rota.engine.Table;
import dev.rota.engine.Tables;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.function.Supplier;

/**
 * The chunks that readers may use, as far as a worker has a route to them: a bit for each number, in memory and in rows. A
 * chunk is ready to be shown when enough workers that count have confirmed it.
 */
public final class VisibleChunks {

    private static final int PAGE_BITS = 16;
    private static final int PAGE = 1 << PAGE_BITS;

    private final Supplier<Policy> policy;
    private final RouteCounts counts;
    private final ViewChanges changes;
    private final BitSet bits = new BitSet();
    private final BitSet listed = new BitSet();
    private final BitSet changedPages = new BitSet();

    /** The pages that have a row. */
    private final BitSet rows = new BitSet();

    private VisibleChunks(Supplier<Policy> policy, RouteCounts counts, ViewChanges changes) {
        this.policy = policy;
        this.counts = counts;
        this.changes = changes;
    }

    /**
     * Reads all rows.
     *
     * @param counts the number of routes of each chunk, which its owner keeps
     * @param changes receives what is shown and hidden
     */
    static VisibleChunks read(
            Tables tables, Catalog catalog, Supplier<Policy> policy, RouteCounts counts, ViewChanges changes) {
        VisibleChunks visible = new VisibleChunks(policy, counts, changes);
        tables.table(ChunksTables.VISIBLE).forEach(Key.EMPTY, (key, row) -> {
            int page = key.read().number32();
            visible.rows.set(page);
            BitSet.valueOf(row.getBits()).stream().forEach(bit -> visible.bits.set(page * PAGE + bit));
        });
        catalog.datasets().forEach(dataset -> dataset.forEachNumber(visible.listed::set));
        return visible;
    }

    public boolean has(int number) {
        return bits.get(number);
    }

    boolean isListed(int number) {
        return listed.get(number);
    }

    /** Returns whether enough workers that count have confirmed a chunk. */
    boolean isReady(int number) {
        return listed.get(number) && counts.of(number) >= policy.get().visibleReplicas();
    }

    /** Returns the number of routes of a chunk on workers that count. */
    int routes(int number) {
        return counts.of(number);
    }

    void list(int first, int count) {
        listed.set(first, first + count);
    }

    /** Hides a chunk that is not listed any more. */
    void unlist(int number) {
        listed.clear(number);
        hide(number);
    }

    void show(int number) {
        set(number, true);
        changes.show(number);
    }

    void hide(int number) {
        if (has(number)) {
            set(number, false);
            changes.hide(number);
        }
    }

    private void set(int number, boolean isVisible) {
        bits.set(number, isVisible);
        changedPages.set(number >>> PAGE_BITS);
    }

    /** Returns the number of chunks that readers may use. */
    public int count() {
        return bits.cardinality();
    }

    /** Returns a copy of all numbers as bits. */
    public BitSet copy() {
        return (BitSet) bits.clone();
    }

    /** Forgets which chunks are visible, since routes end. */
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
