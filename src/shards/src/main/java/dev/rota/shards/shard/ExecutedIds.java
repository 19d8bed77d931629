package dev.rota.shards.shard;

import dev.rota.engine.Key;
import dev.rota.engine.Nullable;
import dev.rota.engine.Table;
import dev.rota.engine.Tables;
import dev.rota.shards.BlockHash;
import dev.rota.shards.ExecutedPage;
import dev.rota.shards.IndexPage;
import dev.rota.shards.LatestExecuted;
import dev.rota.shards.tables.ShardsLimits;
import dev.rota.shards.tables.ShardsTables;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The ids of the latest transactions in a shard's blocks, in order, and the hash of the latest block. The hash and the
 * last ids are in one row, which is read when it is needed. Earlier ids are on pages, which are written once and
 * deleted once, and an index finds the pages that may contain an id.
 */
final class ExecutedIds {

    private static final int PAGE = ShardsLimits.EXECUTED_PAGE_IDS;
    private static final LatestExecuted NONE =
            new LatestExecuted(BlockHash.OF_NO_BLOCK, 0L, 0L, ByteBuffer.allocate(0));

    private final String shard;
    private final Table<LatestExecuted> rows;
    private final Table<ExecutedPage> pages;
    private final Table<IndexPage> indexRows;
    private @Nullable End end;
    private boolean isStored;
    private boolean isChanged;

    /** The row with the latest ids, as it is changed in memory. */
    private static final class End {
        final PackedIds latest;
        final PageIndex index;
        String hash;
        long count;
        long forgotten;

        End(LatestExecuted row, String shard, Table<IndexPage> indexRows) {
            this.latest = PackedIds.of(row.getIds());
            this.hash = row.getHash();
            this.count = row.getExecuted();
            this.forgotten = row.getForgotten();
            this.index =
                    new PageIndex(shard, 'E', ShardsLimits.EXECUTED_INDEX_PAGES, indexRows, firstPage(), nextPage());
        }

        /** Returns the number of the first id that is on no page. */
        long first() {
            return count - latest.size();
        }

        /** Returns the first page with an id that is not forgotten. */
        long firstPage() {
            return forgotten / PAGE;
        }

        long nextPage() {
            return count / PAGE;
        }
    }

    /**
     * Creates the list over its rows.
     *
     * @param isStored whether the shard has a row of executed ids
     */
    ExecutedIds(String shard, Tables tables, boolean isStored) {
        this.shard = shard;
        this.rows = tables.table(ShardsTables.LATEST_EXECUTED);
        this.pages = tables.table(ShardsTables.EXECUTED);
        this.indexRows = tables.table(ShardsTables.INDEX);
        this.isStored = isStored;
    }

    private End end() {
        End known = end;
        if (known == null) {
            known = new End(isStored ? rows.expect(Key.of(shard)) : NONE, shard, indexRows);
            end = known;
        }
        return known;
    }

    /** Returns whether the row exists once {@link #write} has been called. */
    boolean isStored() {
        return isStored;
    }

    /** Returns whether any id is remembered. */
    boolean remembers() {
        return (isStored || end != null) && end().forgotten < end().count;
    }

    /** Returns the approximate size in memory. */
    long bytes() {
        return end == null ? 0 : end.latest.bytes() + end.index.bytes();
    }

    /** Returns the hash of the latest block. */
    String hash() {
        return end().hash;
    }

    /** Sets the hash of the latest block, whose ids are forgotten. */
    void follow(String hash) {
        end().hash = hash;
        isChanged = true;
    }

    /** Returns whether an id is remembered. */
    boolean knows(TransactionId id) {
        End known = end();
        return known.latest.contains(id.utf8, known.forgotten - known.first())
                || known.index.any(id.fingerprint, page -> isOn(page, id.utf8, known.forgotten));
    }

    private boolean isOn(long page, byte[] utf8, long forgotten) {
        return PackedIds.of(pages.expect(key(page)).getIds()).contains(utf8, forgotten - page * PAGE);
    }

    /** Remembers a block's hash and ids, and forgets all ids except the latest {@code window}. */
    void add(String hash, List<String> ids, long window) {
        End known = end();
        known.hash = hash;
        isChanged = true;
        long oldest = known.firstPage();
        long newest = known.nextPage();
        known.forgotten = Math.max(known.forgotten, known.count + ids.size() - window);
        drop(oldest, Math.min(known.firstPage(), newest));
        known.index.removeBefore(known.firstPage());
        for (String id : ids) {
            known.latest.add(id);
            known.count++;
            if (known.latest.size() == PAGE) {
                endPage(known);
            }
        }
    }

    /** Makes a page of the ids that are on none, unless all of them are forgotten. */
    private void endPage(End known) {
        long page = known.nextPage() - 1;
        if (page >= known.firstPage()) {
            pages.put(key(page), new ExecutedPage(known.latest.pack()), false);
            known.index.add(known.latest.fingerprints());
        }
        known.latest.clear();
    }

    /** Deletes all rows; the list is not used any more. */
    void forgetAll() {
        End known = end();
        drop(known.firstPage(), known.nextPage());
        known.index.removeBefore(Math.max(known.firstPage(), known.nextPage()));
        if (isStored) {
            rows.drop(Key.of(shard));
            isStored = false;
        }
        isChanged = false;
    }

    private void drop(long from, long to) {
        for (long page = from; page < to; page++) {
            pages.drop(key(page));
        }
    }

    /** Writes the rows that have changed. */
    void write() {
        if (!isChanged) {
            return;
        }
        End known = end();
        rows.put(
                Key.of(shard),
                new LatestExecuted(known.hash, known.count, known.forgotten, known.latest.pack()),
                isStored);
        isStored = true;
        isChanged = false;
    }

    private Key key(long page) {
        return Key.of().text(shard).number(page).end();
    }
}
