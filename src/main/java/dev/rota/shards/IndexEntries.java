package dev.rota.shards;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.LongPredicate;

/**
 * Entries of a {@link PageIndex}: an id's fingerprint and the lower half of its page's number each, in one long. The
 * pages of a list are far fewer than two thousand million, so the half tells which of them it is, or that it is gone.
 */
final class IndexEntries {

    private long[] entries;
    private int size;

    IndexEntries() {
        entries = new long[0];
    }

    /** Creates the entries that {@link #pack} has written. */
    static IndexEntries of(ByteBuffer packed) {
        IndexEntries read = new IndexEntries();
        read.size = packed.remaining() / Long.BYTES;
        read.entries = new long[read.size];
        packed.duplicate().asLongBuffer().get(read.entries);
        return read;
    }

    int size() {
        return size;
    }

    /** Its approximate size in memory. */
    int bytes() {
        return Long.BYTES * entries.length;
    }

    void add(int fingerprint, long page) {
        add((long) fingerprint << Integer.SIZE | (page & 0xFFFF_FFFFL));
    }

    private void add(long entry) {
        if (size == entries.length) {
            entries = Arrays.copyOf(entries, Math.max(16, 2 * size));
        }
        entries[size] = entry;
        size++;
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
            sizes[of.of(fingerprint(entries[i]))]++;
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
            long entry = others.entries[i];
            if (ahead(entry, first) >= 0 && of.of(fingerprint(entry)) == bucket) {
                add(entry);
            }
        }
    }

    /** Removes those whose pages are before {@code first}. */
    void trim(long first) {
        int kept = 0;
        for (int i = 0; i < size; i++) {
            if (ahead(entries[i], first) >= 0) {
                entries[kept] = entries[i];
                kept++;
            }
        }
        size = kept;
    }

    /** Removes those that are in a bucket. */
    void removeAll(Buckets of, int bucket) {
        int kept = 0;
        for (int i = 0; i < size; i++) {
            if (of.of(fingerprint(entries[i])) != bucket) {
                entries[kept] = entries[i];
                kept++;
            }
        }
        size = kept;
    }

    void clear() {
        size = 0;
    }

    /** Whether a page from {@code first} on, among those that the fingerprint names, holds what is looked for. */
    boolean any(int fingerprint, long first, LongPredicate holds) {
        for (int i = 0; i < size; i++) {
            long entry = entries[i];
            if (fingerprint(entry) == fingerprint
                    && ahead(entry, first) >= 0
                    && holds.test(first + ahead(entry, first))) {
                return true;
            }
        }
        return false;
    }

    ByteBuffer pack() {
        ByteBuffer packed = ByteBuffer.allocate(Long.BYTES * size);
        packed.asLongBuffer().put(entries, 0, size);
        return packed;
    }

    private static int fingerprint(long entry) {
        return (int) (entry >>> Integer.SIZE);
    }

    private static int ahead(long entry, long first) {
        return (int) entry - (int) first;
    }
}
