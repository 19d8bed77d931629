package dev.rota.shards.shard;

import dev.rota.engine.Key;
import dev.rota.engine.Nullable;
import dev.rota.engine.Table;
import dev.rota.shards.IndexPage;
import dev.rota.shards.tables.ShardsLimits;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;

/**
 * Finds the pages of a list that may contain an id. Pages are added at the list's end and removed from its beginning.
 *
 * <p>A row contains the fingerprints of up to 1,024 ids, which are those of a fixed number of pages. A new page appends
 * its fingerprints to the last row; a row is deleted with the last of its pages. The first look-ups in a shard that was
 * not cached search all rows, one for each 1,024 ids. Then a {@link FingerprintTable} is filled from the rows, which
 * takes as long as those searches together, and further look-ups read no row. A full table is filled again, with a
 * quarter more room and without the pages that are gone.
 */
final class PageIndex {

    /**
     * The number of bits of an entry that are the page's place in its row; the other bits are those of the fingerprint.
     */
    static final int PAGE_BITS = 6;

    private static final int PAGE_MASK = (1 << PAGE_BITS) - 1;

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    /** Tests an entry. */
    private interface EntryTest {
        boolean test(int fingerprint, long page);
    }

    private final Table<IndexPage> rows;
    private final String shard;
    private final char list;
    private final int rowPages;

    private long first;
    private long end;
    private int searches;
    /** Null until it is filled, or if there are no pages. */
    private @Nullable FingerprintTable table;

    /**
     * Opens an index over its rows.
     *
     * @param rowPages the number of pages that share a row
     * @param first the first page
     * @param end the page after the last one; less than {@code first} if the pages up to there were never written
     */
    PageIndex(String shard, char list, int rowPages, Table<IndexPage> rows, long first, long end) {
        this.shard = shard;
        this.list = list;
        this.rowPages = rowPages;
        this.rows = rows;
        this.first = first;
        this.end = Math.max(first, end);
    }

    /** Returns whether the predicate holds for one of the pages that may contain an id. */
    boolean any(int fingerprint, LongPredicate holds) {
        int sought = fingerprint & ~PAGE_MASK;
        if (first == end) {
            return false;
        }
        if (table == null && searches < ShardsLimits.INDEX_SEARCHES) {
            searches++;
            return anyEntry(read(), (entry, page) -> entry == sought && holds.test(page));
        }
        return table().any(sought, first, end, holds);
    }

    /** Adds a page at the end. */
    void add(int[] fingerprints) {
        Key key = key(end / rowPages);
        int place = (int) (end % rowPages);
        boolean isStored = place > 0 && first < end;
        ByteBuffer before = isStored ? rows.expect(key).getEntries() : NOTHING;
        ByteBuffer entries = ByteBuffer.allocate(before.remaining() + Integer.BYTES * fingerprints.length);
        entries.put(before.duplicate());
        for (int fingerprint : fingerprints) {
            int entry = fingerprint & ~PAGE_MASK;
            entries.putInt(entry | place);
            remember(entry, end);
        }
        rows.put(key, new IndexPage(entries.flip()), isStored);
        end++;
    }

    private void remember(int fingerprint, long page) {
        if (table != null && table.hasRoom()) {
            table.add(fingerprint, page);
        } else {
            table = null;
        }
    }

    /** Removes the pages before {@code page}. */
    void removeBefore(long page) {
        long kept = page < end ? page / rowPages : rowsEnd();
        for (long row = first / rowPages; row < kept; row++) {
            rows.drop(key(row));
        }
        first = page;
        end = Math.max(end, page);
        table = first == end ? null : table;
    }

    /** Returns the approximate size in memory. */
    long bytes() {
        return table == null ? 0 : table.bytes();
    }

    private FingerprintTable table() {
        if (table == null) {
            List<ByteBuffer> all = read();
            int ids = all.stream().mapToInt(ByteBuffer::remaining).sum() / Integer.BYTES;
            FingerprintTable filled = new FingerprintTable(ids + ids / 4 + ShardsLimits.INDEX_ROOM);
            anyEntry(all, (fingerprint, page) -> {
                filled.add(fingerprint, page);
                return false;
            });
            table = filled;
        }
        return table;
    }

    /** Returns the entries of each row. */
    private List<ByteBuffer> read() {
        List<ByteBuffer> all = new ArrayList<>();
        for (long row = first / rowPages; row < rowsEnd(); row++) {
            all.add(rows.expect(key(row)).getEntries().duplicate());
        }
        return all;
    }

    /** Tests entries until one passes. */
    private boolean anyEntry(List<ByteBuffer> all, EntryTest test) {
        long rowFirst = first - first % rowPages;
        for (ByteBuffer entries : all) {
            while (entries.hasRemaining()) {
                int entry = entries.getInt();
                long page = rowFirst + (entry & PAGE_MASK);
                if (page >= first && test.test(entry & ~PAGE_MASK, page)) {
                    return true;
                }
            }
            rowFirst += rowPages;
        }
        return false;
    }

    /** Returns the row after the last one. */
    private long rowsEnd() {
        return first == end ? first / rowPages : (end - 1) / rowPages + 1;
    }

    private Key key(long row) {
        return Key.of().text(shard).kind(list).number(row).end();
    }
}
