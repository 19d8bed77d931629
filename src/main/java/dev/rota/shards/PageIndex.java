package dev.rota.shards;

import dev.rota.engine.Key;
import dev.rota.engine.Nullable;
import dev.rota.engine.Table;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.LongPredicate;

/**
 * Tells which pages of a list may hold an id, so that a cold shard answers for all of its ids from a few rows. The list
 * gets pages at its end and loses them from its beginning.
 *
 * <p>The latest entries are in the shard's row, the others in buckets by their fingerprints, a row each. When there are
 * more than 96, a few buckets that most of them wait for take theirs: two when pending transactions go to a page, four for
 * one of 64 that are executed. So a look-up reads one bucket, and an id costs an eighth or a sixteenth of a row. Up to
 * 1,024 ids are in one bucket; a list of N ids, if they are more, has sqrt(N / 32) buckets with sqrt(32 N) entries: 18 and
 * 570 for 10,000. Buckets become more and fewer one at a time. A filter of each bucket that was read stays in memory when the
 * bucket does not.
 *
 * <p>With more than 20 buckets, entries wait longer than a shard's row can hold them: they go to a row of their own, the
 * tail, which a look-up reads too, and one bucket takes all that the tail has for it, in turn.
 *
 * <p>Entries of pages that are gone are ignored, and dropped when their row is written again.
 */
final class PageIndex {

    private static final IndexEntries[] NOTHING = {};
    private static final IndexState NEW = new IndexState(ByteBuffer.allocate(0), 0, 0, 0);

    private final Table<IndexPage> rows;
    private final String shard;
    private final char list;

    private final IndexEntries recent;
    /** Null: not read yet. */
    private @Nullable IndexEntries tail;

    private int tailSize;
    private Buckets buckets;
    private int next;
    /** The buckets that were read, by their numbers; null: not read. */
    private IndexEntries[] read = NOTHING;

    private long readBytes;

    private final BucketFilters filters = new BucketFilters();

    private boolean isTailStored;
    private int stored;
    private boolean isTailChanged;
    /** The buckets to be written; null: none. */
    private @Nullable BitSet changed;

    PageIndex(String shard, char list, Table<IndexPage> rows, IndexState state) {
        this.shard = shard;
        this.list = list;
        this.rows = rows;
        this.recent = IndexEntries.of(state.getRecent());
        this.tailSize = state.getTail();
        this.buckets = new Buckets(state.getBuckets());
        this.next = state.getNext();
        this.isTailStored = tailSize > 0;
        this.stored = state.getBuckets();
    }

    /** The state of an index without entries. */
    static IndexState empty() {
        return NEW;
    }

    /** Whether one of the pages from {@code first} on that may hold an id does. */
    boolean any(int fingerprint, long first, LongPredicate holds) {
        return recent.any(fingerprint, first, holds)
                || (tailSize > 0 && tail().any(fingerprint, first, holds))
                || (buckets.count() > 0 && any(buckets.of(fingerprint), fingerprint, first, holds));
    }

    private boolean any(int bucket, int fingerprint, long first, LongPredicate holds) {
        return filters.mayHave(bucket, fingerprint) && bucket(bucket).any(fingerprint, first, holds);
    }

    /** Whether the rows of an id have room: ids that were made to share a bucket could exceed a row's limit. */
    boolean hasRoom(int fingerprint) {
        return buckets.count() == 0
                || bucket(buckets.of(fingerprint)).size() + tailSize + recent.size()
                        < ShardsLimits.INDEX_ROW_ENTRIES_MAX;
    }

    /** Adds an id on a page; {@link #settle} follows after the last of some. */
    void add(int fingerprint, long page) {
        recent.add(fingerprint, page);
    }

    /**
     * Moves the latest entries on, if they are many.
     *
     * @param first the first page of the list
     * @param ids how many ids are on its pages, approximately
     * @param moves how many buckets may take what is there for them
     */
    void settle(long first, long ids, int moves) {
        if (recent.size() <= ShardsLimits.INDEX_RECENT_ENTRIES) {
            return;
        }
        recent.trim(first);
        if (buckets.count() > ShardsLimits.INDEX_BUCKETS_WITHOUT_TAIL) {
            if (recent.size() > ShardsLimits.INDEX_RECENT_ENTRIES) {
                settleTail(first, wanted(ids));
            }
            return;
        }
        if (tailSize > 0) {
            recent.addAll(tail(), first);
            tail().clear();
            tailSize = 0;
            isTailChanged = true;
        }
        for (int i = 0; i < moves && recent.size() > ShardsLimits.INDEX_RECENT_ENTRIES; i++) {
            move(recent, first, wanted(ids), buckets.count() == 0 ? 0 : recent.fullest(buckets));
        }
    }

    private void settleTail(long first, int wanted) {
        tail().trim(first);
        tail().addAll(recent, first);
        recent.clear();
        next = next % buckets.count();
        move(tail(), first, wanted, next);
        next++;
        tailSize = tail().size();
        isTailChanged = true;
    }

    /** A bucket takes its entries; or there is one more, or one fewer. */
    private void move(IndexEntries waiting, long first, int wanted, int turn) {
        if (buckets.count() == 0) {
            buckets = buckets.more();
            replace(0, new IndexEntries());
            take(waiting, first, 0);
        } else if (buckets.count() < wanted) {
            int half = buckets.split();
            IndexEntries both = bucket(half);
            buckets = buckets.more();
            int other = buckets.count() - 1;
            IndexEntries moved = new IndexEntries();
            moved.addAll(both, first, buckets, other);
            replace(other, moved);
            take(waiting, first, other);
            take(waiting, first, half);
        } else if (buckets.count() > 2 * wanted && canMerge()) {
            int last = buckets.count() - 1;
            IndexEntries gone = bucket(last);
            buckets = buckets.fewer();
            int rest = buckets.split();
            IndexEntries merged = new IndexEntries();
            merged.addAll(bucket(rest), first, buckets, rest);
            merged.addAll(gone, first, buckets, rest);
            replace(rest, merged);
            take(waiting, first, rest);
            forget(last);
        } else {
            take(waiting, first, turn);
        }
    }

    private boolean canMerge() {
        int last = buckets.count() - 1;
        int rest = buckets.fewer().split();
        return bucket(last).size() + bucket(rest).size() + tailSize < ShardsLimits.INDEX_ROW_ENTRIES_MAX;
    }

    /** How many buckets there should be: one for few ids, else the least b with 32 b² >= ids. */
    private static int wanted(long ids) {
        if (ids <= ShardsLimits.INDEX_IDS_IN_ONE_BUCKET) {
            return 1;
        }
        int wanted = 1;
        while (wanted < ShardsLimits.INDEX_BUCKETS_MAX && 32L * wanted * wanted < ids) {
            wanted++;
        }
        return wanted;
    }

    /** A bucket takes what waits for it, and loses what is gone or belongs to another. */
    private void take(IndexEntries waiting, long first, int bucket) {
        IndexEntries taken = new IndexEntries();
        taken.addAll(bucket(bucket), first, buckets, bucket);
        taken.addAll(waiting, first, buckets, bucket);
        waiting.removeAll(buckets, bucket);
        replace(bucket, taken);
    }

    /** Removes all entries: the list has no pages. */
    void clear() {
        if (recent.size() == 0 && tailSize == 0 && buckets.count() == 0) {
            return;
        }
        recent.clear();
        tail = new IndexEntries();
        tailSize = 0;
        isTailChanged = true;
        buckets = new Buckets(0);
        next = 0;
        read = NOTHING;
        readBytes = 0;
        filters.clear();
        changed = null;
    }

    /** Writes the rows that have changed; the shard's row has the {@link #state}. */
    void write() {
        if (isTailChanged) {
            if (tailSize > 0) {
                rows.put(tailKey(), new IndexPage(tail().pack()), isTailStored);
            } else if (isTailStored) {
                rows.drop(tailKey());
            }
            isTailStored = tailSize > 0;
            isTailChanged = false;
        }
        if (changed != null) {
            changed.stream()
                    .forEach(bucket ->
                            rows.put(key(bucket), new IndexPage(bucket(bucket).pack()), bucket < stored));
            changed = null;
        }
        for (int bucket = buckets.count(); bucket < stored; bucket++) {
            rows.drop(key(bucket));
        }
        stored = buckets.count();
    }

    IndexState state() {
        return new IndexState(recent.pack(), tailSize, buckets.count(), next);
    }

    /** What of its size in memory are buckets. */
    long bucketBytes() {
        return readBytes;
    }

    /** Forgets the buckets that were read, all but a filter of each; {@link #write} comes first. */
    void forgetBuckets() {
        for (int bucket = 0; bucket < read.length; bucket++) {
            if (read[bucket] != null && !filters.has(bucket)) {
                filters.set(bucket, read[bucket].filter());
            }
        }
        read = NOTHING;
        readBytes = 0;
    }

    /** Its approximate size in memory. */
    long bytes() {
        return recent.bytes() + (tail == null ? 0 : tail.bytes()) + readBytes + filters.bytes();
    }

    private IndexEntries tail() {
        IndexEntries entries = tail;
        if (entries == null) {
            entries = tailSize == 0
                    ? new IndexEntries()
                    : IndexEntries.of(rows.expect(tailKey()).getEntries());
            tail = entries;
        }
        return entries;
    }

    private IndexEntries bucket(int number) {
        IndexEntries entries = number < read.length ? read[number] : null;
        if (entries == null) {
            entries = IndexEntries.of(rows.expect(key(number)).getEntries());
            hold(number, entries);
        }
        return entries;
    }

    private void replace(int bucket, IndexEntries with) {
        forget(bucket);
        hold(bucket, with);
        changed = changed == null ? new BitSet() : changed;
        changed.set(bucket);
    }

    private void hold(int bucket, IndexEntries entries) {
        if (bucket >= read.length) {
            read = Arrays.copyOf(read, Math.max(bucket + 1, buckets.count()));
        }
        read[bucket] = entries;
        readBytes += entries.bytes();
    }

    private void forget(int bucket) {
        if (bucket < read.length && read[bucket] != null) {
            readBytes -= read[bucket].bytes();
            read[bucket] = null;
        }
        filters.set(bucket, null);
        if (changed != null) {
            changed.clear(bucket);
        }
    }

    private Key tailKey() {
        return Key.of().text(shard).kind(list).kind('T').end();
    }

    private Key key(int bucket) {
        return Key.of().text(shard).kind(list).kind('B').number(bucket).end();
    }
}
