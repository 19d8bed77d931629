package dev.rota.shards;

import dev.rota.engine.Key;
import dev.rota.engine.Nullable;
import dev.rota.engine.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The ids of the latest transactions in a shard's blocks, in order. The last ones are in the shard's row; earlier
 * ones are in pages, rows that are written once and deleted once.
 */
final class ExecutedIds {

    private static final int PAGE = ShardsLimits.EXECUTED_PAGE_IDS;

    private final String shard;
    private final Table<ExecutedPage> pages;
    private long count;
    private List<String> latest;
    /** The list as the row holds it; most events do not change it. */
    private List<String> latestOfRow;

    private boolean isRowTrue = true;
    /** The page from which ids are being forgotten. */
    private @Nullable List<String> oldest;

    ExecutedIds(String shard, Table<ExecutedPage> pages, ShardRow row) {
        this.shard = shard;
        this.pages = pages;
        this.count = row.getExecuted();
        this.latestOfRow = row.getLatestExecuted();
        this.latest = new ArrayList<>(latestOfRow);
    }

    /** How many ids there ever were. */
    long count() {
        return count;
    }

    /** The ids in the shard's row. */
    List<String> latest() {
        if (!isRowTrue) {
            latestOfRow = List.copyOf(latest);
            isRowTrue = true;
        }
        return latestOfRow;
    }

    /** Adds an id; returns the one forgotten for it, or null. */
    @Nullable
    String add(String id) {
        latest.add(id);
        isRowTrue = false;
        count++;
        if (latest.size() == PAGE) {
            pages.put(key(count / PAGE - 1), new ExecutedPage(latest), false);
            latest = new ArrayList<>();
        }
        long forgotten = count - ShardsLimits.EXECUTED_REMEMBERED_MAX - 1;
        return forgotten < 0 ? null : forget(forgotten);
    }

    private String forget(long place) {
        long page = place / PAGE;
        int at = (int) (place % PAGE);
        if (oldest == null) {
            oldest = pages.expect(key(page)).getIds();
        }
        String id = oldest.get(at);
        if (at == PAGE - 1) {
            pages.drop(key(page));
            oldest = null;
        }
        return id;
    }

    /** Drops the pages. */
    void forgetAll() {
        long first = Math.max(0, count - ShardsLimits.EXECUTED_REMEMBERED_MAX);
        for (long page = first / PAGE; page < count / PAGE; page++) {
            pages.drop(key(page));
        }
    }

    /** Visits the remembered ids. */
    void each(Consumer<String> visitor) {
        long first = Math.max(0, count - ShardsLimits.EXECUTED_REMEMBERED_MAX);
        for (long page = first / PAGE; page < count / PAGE; page++) {
            List<String> ids = pages.expect(key(page)).getIds();
            int from = (int) Math.max(0, first - page * PAGE);
            ids.subList(from, PAGE).forEach(visitor);
        }
        latest.forEach(visitor);
    }

    private Key key(long page) {
        return Key.of().text(shard).number(page).end();
    }
}
