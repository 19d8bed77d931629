package dev.rota.shards;

import dev.rota.engine.Key;
import dev.rota.engine.Nullable;
import dev.rota.engine.Table;
import dev.rota.engine.Tables;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The ids of the latest transactions in a shard's blocks, in order. The last ones are in the shard's row; earlier
 * ones are in pages, rows that are written once and deleted once, and an index knows on which page an id may be.
 */
final class ExecutedIds {

    private static final int PAGE = ShardsLimits.EXECUTED_PAGE_IDS;

    private final String shard;
    private final Table<ExecutedPage> pages;
    private final PageIndex index;
    private final PackedIds latest;
    private long count;
    private long forgotten;
    /** The latest ids as the row holds them; most events do not change them. */
    private @Nullable ByteBuffer latestOfRow;

    ExecutedIds(String shard, Tables tables, ShardRow row) {
        this.shard = shard;
        this.pages = tables.table(ShardsTables.EXECUTED);
        this.index = new PageIndex(shard, 'E', tables.table(ShardsTables.INDEX), row.getExecutedIndex());
        this.count = row.getExecuted();
        this.forgotten = row.getForgotten();
        this.latestOfRow = row.getLatestExecuted();
        this.latest = PackedIds.of(latestOfRow);
    }

    /** How many ids there ever were. */
    long count() {
        return count;
    }

    /** How many of them are forgotten. */
    long forgotten() {
        return forgotten;
    }

    /** The ids in the shard's row. */
    ByteBuffer latest() {
        if (latestOfRow == null) {
            latestOfRow = latest.pack();
        }
        return latestOfRow;
    }

    PageIndex index() {
        return index;
    }

    /** Its approximate size in memory. */
    long bytes() {
        return latest.bytes() + index.bytes();
    }

    /** Whether an id is remembered. */
    boolean knows(SoughtId id) {
        return latest.contains(id.utf8, forgotten - firstInRow())
                || (firstPage() < nextPage() && index.any(id.fingerprint, firstPage(), page -> isOn(page, id.utf8)));
    }

    private boolean isOn(long page, byte[] utf8) {
        return PackedIds.of(pages.expect(key(page)).getIds()).contains(utf8, forgotten - page * PAGE);
    }

    /** Remembers the ids of a block, and forgets all but the latest {@code window}. */
    void add(List<String> ids, long window) {
        long oldest = firstPage();
        long end = nextPage();
        forgotten = Math.max(forgotten, count + ids.size() - window);
        drop(oldest, Math.min(firstPage(), end));
        for (String id : ids) {
            latest.add(id);
            count++;
            if (latest.size() == PAGE) {
                endPage();
            }
        }
        latestOfRow = null;
        if (firstPage() >= nextPage()) {
            index.clear();
        }
    }

    /** Makes the ids in the row a page, unless all of them are forgotten already. */
    private void endPage() {
        long page = nextPage() - 1;
        if (page >= firstPage()) {
            pages.put(key(page), new ExecutedPage(latest.pack()), false);
            latest.eachFingerprint(fingerprint -> index.add(fingerprint, page));
            index.settle(firstPage(), count - forgotten);
        }
        latest.clear();
    }

    /** Forgets all ids for good. */
    void forgetAll() {
        drop(firstPage(), nextPage());
        index.clear();
    }

    private void drop(long from, long to) {
        for (long page = from; page < to; page++) {
            pages.drop(key(page));
        }
    }

    /** The number of the first id in the shard's row. */
    private long firstInRow() {
        return count - latest.size();
    }

    /** The first page with an id that is not forgotten. */
    private long firstPage() {
        return forgotten / PAGE;
    }

    private long nextPage() {
        return count / PAGE;
    }

    private Key key(long page) {
        return Key.of().text(shard).number(page).end();
    }
}
