package dev.rota.shards;

import dev.rota.engine.Key;
import dev.rota.engine.Table;
import dev.rota.engine.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A shard's pending transactions, in order of arrival. The latest are in the shard's row; once they fill a page, they
 * become a row that is written once and deleted once, and an index knows on which page an id may be.
 */
public final class PendingTransactions {

    private final String shard;
    private final Table<PendingPage> pages;
    private final PageIndex index;
    private long count;
    private int taken;
    private long firstPage;
    private long nextPage;
    private final List<PendingTransaction> latest;
    /** Hashes of the latest ids, side by side: each event compares its id with all of them. */
    private final int[] hashes = new int[ShardsLimits.PENDING_PAGE_TRANSACTIONS];

    private int latestBytes;

    PendingTransactions(String shard, Tables tables, ShardRow row) {
        this.shard = shard;
        this.pages = tables.table(ShardsTables.PENDING);
        this.index = new PageIndex(shard, 'P', tables.table(ShardsTables.INDEX), row.getPendingIndex());
        this.count = row.getPending();
        this.taken = row.getTaken();
        this.firstPage = row.getFirstPage();
        this.nextPage = row.getNextPage();
        this.latest = new ArrayList<>(row.getLatest().size());
        row.getLatest().forEach(this::append);
    }

    private void append(PendingTransaction transaction) {
        hashes[latest.size()] = transaction.getId().hashCode();
        latest.add(transaction);
        latestBytes += bytes(transaction);
    }

    static int bytes(PendingTransaction transaction) {
        return transaction.getPayload().remaining();
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

    List<PendingTransaction> latest() {
        return latest;
    }

    PageIndex index() {
        return index;
    }

    /** Its approximate size in memory. */
    long bytes() {
        return 60L * latest.size() + latestBytes + index.bytes();
    }

    /** Whether a transaction is pending. */
    boolean knows(SoughtId transaction) {
        return isLatest(transaction.text)
                || index.any(transaction.fingerprint, firstPage, page -> isOn(page, transaction.text));
    }

    private boolean isLatest(String transaction) {
        int hash = transaction.hashCode();
        for (int i = 0; i < latest.size(); i++) {
            if (hashes[i] == hash && latest.get(i).getId().equals(transaction)) {
                return true;
            }
        }
        return false;
    }

    private boolean isOn(long page, String transaction) {
        List<PendingTransaction> on = page(page);
        return isAmong(page == firstPage ? on.subList(taken, on.size()) : on, transaction);
    }

    private static boolean isAmong(List<PendingTransaction> some, String transaction) {
        for (PendingTransaction one : some) {
            if (one.getId().equals(transaction)) {
                return true;
            }
        }
        return false;
    }

    /** Whether there is room for a transaction, as far as the index knows. */
    boolean hasRoom(int fingerprint) {
        return index.hasRoom(fingerprint);
    }

    /** The position of a transaction, from 1; 0 if it is not pending. */
    public int position(String transaction) {
        return position(transaction, Integer.MAX_VALUE);
    }

    /** The position of a transaction, from 1, if it is among the first {@code most}; else 0. */
    public int position(String transaction, int most) {
        int[] seen = new int[1];
        boolean[] found = new boolean[1];
        eachWhile(next -> {
            seen[0]++;
            found[0] = next.getId().equals(transaction);
            return !found[0] && seen[0] < most;
        });
        return found[0] ? seen[0] : 0;
    }

    void add(PendingTransaction transaction) {
        append(transaction);
        count++;
        if (latest.size() == ShardsLimits.PENDING_PAGE_TRANSACTIONS || latestBytes >= ShardsLimits.PENDING_PAGE_BYTES) {
            pages.put(key(nextPage), new PendingPage(List.copyOf(latest)), false);
            latest.forEach(one -> index.add(Fingerprint.of(one.getId()), nextPage));
            nextPage++;
            index.settle(firstPage, count, ShardsLimits.PENDING_INDEX_MOVES);
            latest.clear();
            latestBytes = 0;
        }
    }

    /** The first {@code many}. */
    List<PendingTransaction> first(int many) {
        List<PendingTransaction> first = new ArrayList<>(many);
        eachWhile(transaction -> {
            first.add(transaction);
            return first.size() < many;
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
    void eachWhile(Predicate<PendingTransaction> visitor) {
        int from = taken;
        for (long page = firstPage; page < nextPage; page++) {
            List<PendingTransaction> on = page(page);
            for (int i = from; i < on.size(); i++) {
                if (!visitor.test(on.get(i))) {
                    return;
                }
            }
            from = 0;
        }
        for (PendingTransaction transaction : latest) {
            if (!visitor.test(transaction)) {
                return;
            }
        }
    }

    /** Removes the first {@code many}. */
    void removeFirst(int many) {
        count -= many;
        int left = many;
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
        if (firstPage == nextPage) {
            index.clear();
        }
        List<PendingTransaction> gone = latest.subList(0, left);
        gone.forEach(transaction -> latestBytes -= bytes(transaction));
        gone.clear();
        System.arraycopy(hashes, left, hashes, 0, latest.size());
    }

    private List<PendingTransaction> page(long number) {
        return pages.expect(key(number)).getTransactions();
    }

    private Key key(long page) {
        return Key.of().text(shard).number(page).end();
    }
}
