package dev.rota.shards.shard;

import dev.rota.engine.Key;
import dev.rota.engine.Nullable;
import dev.rota.engine.Table;
import dev.rota.engine.Tables;
import dev.rota.shards.PendingPage;
import dev.rota.shards.ShardRow;
import dev.rota.shards.tables.ShardsLimits;
import dev.rota.shards.tables.ShardsTables;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A shard's pending transactions, in order of arrival. The latest few are in the shard's row, which each event writes.
 * The others are on pages, each of them a row, and an index finds the pages that may contain an id. The latest are
 * moved to the last page together until it is full, so the shard's row stays small and a batch is on few pages.
 */
public final class PendingTransactions {

    private final String shard;
    private final Table<PendingPage> pages;
    private final PageIndex index;
    private long count;
    private int taken;
    private long firstPage;
    private long nextPage;
    private final PackedTransactions latest;
    /** The fingerprints of the latest ids, in one array, since each event compares its id with all of them. */
    private final int[] fingerprints = new int[ShardsLimits.LATEST_TRANSACTIONS];

    private int latestBytes;
    /** True if the last page has room. */
    private boolean isLastPageOpen;
    /** The last page; null if it has not been read, or is full. */
    private @Nullable PackedTransactions openPage;

    PendingTransactions(String shard, Tables tables, ShardRow row) {
        this.shard = shard;
        this.pages = tables.table(ShardsTables.PENDING);
        this.count = row.getPending();
        this.taken = row.getTaken();
        this.firstPage = row.getFirstPage();
        this.nextPage = row.getNextPage();
        this.latest = PackedTransactions.of(row.getLatest());
        this.latestBytes = latest.contentBytes();
        this.isLastPageOpen = row.getLastPageOpen();
        this.index = new PageIndex(
                shard,
                'P',
                ShardsLimits.PENDING_INDEX_PAGES,
                tables.table(ShardsTables.INDEX),
                firstPage,
                isLastPageOpen ? nextPage - 1 : nextPage);
        System.arraycopy(latest.fingerprints(), 0, fingerprints, 0, latest.size());
    }

    public long count() {
        return count;
    }

    int taken() {
        return taken;
    }

    long firstPage() {
        return firstPage;
    }

    long nextPage() {
        return nextPage;
    }

    /** Returns the latest transactions as the shard's row contains them. */
    ByteBuffer latest() {
        return latest.pack();
    }

    boolean isLastPageOpen() {
        return isLastPageOpen;
    }

    /** Returns the approximate size in memory. */
    long bytes() {
        return latest.bytes() + (openPage == null ? 0 : openPage.bytes()) + index.bytes();
    }

    /** Returns whether a transaction is pending. */
    boolean knows(TransactionId transaction) {
        return isLatest(transaction)
                || (isLastPageOpen && isOn(nextPage - 1, transaction.utf8))
                || index.any(transaction.fingerprint, page -> isOn(page, transaction.utf8));
    }

    private boolean isLatest(TransactionId transaction) {
        for (int i = 0; i < latest.size(); i++) {
            if (fingerprints[i] == transaction.fingerprint) {
                return latest.contains(transaction.utf8, i);
            }
        }
        return false;
    }

    private boolean isOn(long page, byte[] id) {
        return page(page).contains(id, page == firstPage ? taken : 0);
    }

    /** Returns whether there is room for another transaction, whatever the policy allows. */
    public boolean hasRoom() {
        return nextPage - firstPage < ShardsLimits.PENDING_PAGES_MAX;
    }

    /** Returns the position of a transaction, from 1, or 0 if it is not pending. */
    public int position(String transaction) {
        return position(transaction, Integer.MAX_VALUE);
    }

    /** Returns the position of a transaction, from 1, or 0 if it is not among the first {@code limit}. */
    public int position(String transaction, int limit) {
        int[] seen = new int[1];
        boolean[] found = new boolean[1];
        eachWhile(next -> {
            seen[0]++;
            found[0] = next.id().equals(transaction);
            return !found[0] && seen[0] < limit;
        });
        return found[0] ? seen[0] : 0;
    }

    void add(TransactionId id, Content content) {
        fingerprints[latest.size()] = id.fingerprint;
        latest.add(id.utf8, content);
        latestBytes += content.bytes().remaining();
        count++;
        if (latest.size() == ShardsLimits.LATEST_TRANSACTIONS || latestBytes >= ShardsLimits.LATEST_BYTES) {
            moveLatest();
        }
    }

    /** Moves the latest transactions to the last page, or to a new one. */
    private void moveLatest() {
        if (isLastPageOpen && page(nextPage - 1).contentBytes() + latestBytes > ShardsLimits.PENDING_PAGE_BYTES) {
            closeLastPage();
        }
        boolean isNew = !isLastPageOpen;
        if (isNew) {
            nextPage++;
            isLastPageOpen = true;
            openPage = new PackedTransactions();
        }
        PackedTransactions page = page(nextPage - 1);
        page.addAll(latest);
        pages.put(key(nextPage - 1), new PendingPage(page.pack()), !isNew);
        latest.clear();
        latestBytes = 0;
        if (!takesMore(page)) {
            closeLastPage();
        }
    }

    private void closeLastPage() {
        index.add(page(nextPage - 1).fingerprints());
        isLastPageOpen = false;
        openPage = null;
    }

    /** Returns whether a page has room for the transactions that are moved together, unless these are large. */
    private static boolean takesMore(PackedTransactions page) {
        return page.size() <= ShardsLimits.PENDING_PAGE_TRANSACTIONS - ShardsLimits.LATEST_TRANSACTIONS
                && page.contentBytes() < ShardsLimits.PENDING_PAGE_BYTES;
    }

    /** Returns up to {@code limit} transactions, the first ones. */
    public List<PendingTransaction> first(int limit) {
        List<PendingTransaction> first = new ArrayList<>();
        eachWhile(transaction -> {
            first.add(transaction);
            return first.size() < limit;
        });
        return first;
    }

    void each(Consumer<PendingTransaction> visitor) {
        eachWhile(transaction -> {
            visitor.accept(transaction);
            return true;
        });
    }

    /** Visits transactions from the first on until the visitor returns false. */
    public void eachWhile(Predicate<PendingTransaction> visitor) {
        int from = taken;
        for (long page = firstPage; page < nextPage; page++) {
            if (!areVisited(page(page).from(from), visitor)) {
                return;
            }
            from = 0;
        }
        areVisited(latest.from(0), visitor);
    }

    private static boolean areVisited(List<PendingTransaction> some, Predicate<PendingTransaction> visitor) {
        for (PendingTransaction transaction : some) {
            if (!visitor.test(transaction)) {
                return false;
            }
        }
        return true;
    }

    /** Removes the first {@code count} transactions. */
    void removeFirst(int count) {
        this.count -= count;
        int left = count;
        while (left > 0 && firstPage < nextPage) {
            int pageSize = page(firstPage).size();
            int here = Math.min(left, pageSize - taken);
            taken += here;
            left -= here;
            if (taken == pageSize) {
                pages.drop(key(firstPage));
                firstPage++;
                taken = 0;
            }
        }
        index.removeBefore(firstPage);
        if (firstPage == nextPage) {
            isLastPageOpen = false;
            openPage = null;
        }
        if (left > 0) {
            latest.removeFirst(left);
            latestBytes = latest.contentBytes();
            System.arraycopy(fingerprints, left, fingerprints, 0, latest.size());
        }
    }

    private PackedTransactions page(long number) {
        boolean isOpen = isLastPageOpen && number == nextPage - 1;
        if (isOpen && openPage != null) {
            return openPage;
        }
        PackedTransactions page =
                PackedTransactions.of(pages.expect(key(number)).getTransactions());
        openPage = isOpen ? page : openPage;
        return page;
    }

    private Key key(long page) {
        return Key.of().text(shard).number(page).end();
    }
}
