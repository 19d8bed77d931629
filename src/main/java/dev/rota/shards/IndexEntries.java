package dev.rota.shards;

import dev.rota.engine.Bytes;
import dev.rota.engine.Nullable;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.LongPredicate;

/**
 * Entries of a {@link PageIndex}: an id's fingerprint and the lower half of its page's number each, in one long. The
 * pages of a list are far fewer than two thousand million, so the half tells which of them it is, or that it is gone.
 */
final class IndexEntries {

    private static final byte[] NONE = new byte[0];

    /** So many are searched as fast as a filter is fetched from memory. */
    private static final int UNFILTERED_MAX = 16;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    /** As in the row, with which they are shared as long as nothing is changed. */
    private byte[] packed;

    private boolean isShared;
    private int size;
    /** Whether it was searched: the filter is made at the second search, for to make it costs as much as to search once. */
    private boolean isSearched;
    /** Null: not made. */
    private @Nullable BloomFilter filter;

    IndexEntries() {
        packed = NONE;
    }

    /** Creates the entries that {@link #pack} has written. */
    static IndexEntries of(ByteBuffer packed) {
        IndexEntries read = new IndexEntries();
        read.packed = Bytes.shared(packed);
        read.isShared = true;
        read.size = read.packed.length / Long.BYTES;
        return read;
    }

    int size() {
        return size;
    }

    /** Its approximate size in memory, with the filter that many of them have. */
    int bytes() {
        return packed.length + packed.length / 2;
    }

    void add(int fingerprint, long page) {
        add((long) fingerprint << Integer.SIZE | (page & 0xFFFF_FFFFL));
    }

    private void add(long entry) {
        if (isShared || Long.BYTES * size == packed.length) {
            own(Math.max(16, 2 * size));
        }
        set(size, entry);
        size++;
        if (filter != null && filter.hasRoom()) {
            filter.add(fingerprint(entry));
        } else {
            filter = null;
        }
    }

    private long get(int index) {
        return (long) LONG.get(packed, Long.BYTES * index);
    }

    private void set(int index, long entry) {
        LONG.set(packed, Long.BYTES * index, entry);
    }

    private void own(int room) {
        packed = Arrays.copyOf(packed, Long.BYTES * room);
        isShared = false;
    }

    /** Adds those of other entries whose pages are {@code first} or after it. */
    void addAll(IndexEntries others, long first) {
        addAll(others, first, Buckets.ONE, 0);
    }

    /** The bucket that most of them are in; the lowest of several. */
    int fullest(Buckets of) {
        int[] sizes = new int[of.count()];
        int fullest = 0;
        for (int i = 0; i < size; i++) {
            sizes[of.of(fingerprint(get(i)))]++;
        }
        for (int bucket = 1; bucket < sizes.length; bucket++) {
            if (sizes[bucket] > sizes[fullest]) {
                fullest = bucket;
            }
        }
        return fullest;
    }

    /** Adds those of other entries whose pages are {@code first} or after it, and that are in a bucket. */
    void addAll(IndexEntries others, long first, Buckets of, int bucket) {
        for (int i = 0; i < others.size; i++) {
            long entry = others.get(i);
            if (ahead(entry, first) >= 0 && of.of(fingerprint(entry)) == bucket) {
                add(entry);
            }
        }
    }

    /** Removes those whose pages are before {@code first}. */
    void trim(long first) {
        keep(entry -> ahead(entry, first) >= 0);
    }

    /** Removes those that are in a bucket. */
    void removeAll(Buckets of, int bucket) {
        keep(entry -> of.of(fingerprint(entry)) != bucket);
    }

    private void keep(LongPredicate isKept) {
        if (isShared) {
            own(size);
        }
        int kept = 0;
        for (int i = 0; i < size; i++) {
            long entry = get(i);
            if (isKept.test(entry)) {
                set(kept, entry);
                kept++;
            }
        }
        size = kept;
        filter = null;
    }

    void clear() {
        packed = NONE;
        isShared = false;
        size = 0;
        filter = null;
    }

    /** Whether a page from {@code first} on, among those that the fingerprint names, holds what is looked for. */
    boolean any(int fingerprint, long first, LongPredicate holds) {
        if (!mayHave(fingerprint)) {
            return false;
        }
        for (int i = 0; i < size; i++) {
            long entry = get(i);
            if (fingerprint(entry) == fingerprint
                    && ahead(entry, first) >= 0
                    && holds.test(first + ahead(entry, first))) {
                return true;
            }
        }
        return false;
    }

    private boolean mayHave(int fingerprint) {
        if (filter == null && isSearched && size > UNFILTERED_MAX) {
            filter = filled(BloomFilter.growing(size));
        }
        isSearched = true;
        return filter == null || filter.mayHave(fingerprint);
    }

    /** A filter of them for when they are forgotten. */
    BloomFilter filter() {
        return filter == null ? filled(BloomFilter.of(size)) : filter;
    }

    private BloomFilter filled(BloomFilter made) {
        for (int i = 0; i < size; i++) {
            made.add(fingerprint(get(i)));
        }
        return made;
    }

    ByteBuffer pack() {
        return ByteBuffer.wrap(Arrays.copyOf(packed, Long.BYTES * size));
    }

    private static int fingerprint(long entry) {
        return (int) (entry >>> Integer.SIZE);
    }

    private static int ahead(long entry, long first) {
        return (int) entry - (int) first;
    }
}
