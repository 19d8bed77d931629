package dev.rota.shards.shard;

import java.util.function.LongPredicate;

/**
 * A hash table from fingerprints of ids to page numbers: open addressing with linear probing, so most look-ups of an
 * unknown id read one cache line. An entry is an int with ten bits of the fingerprint and 21 bits of the page number,
 * which makes 5 to 7 bytes an id. Fewer than one look-up in a hundred finds a page that does not contain the id;
 * callers check.
 *
 * <p>Entries are not removed; those of deleted pages are ignored.
 */
final class FingerprintTable {

    private static final int PAGE_BITS = 21;
    private static final int PAGE_MASK = (1 << PAGE_BITS) - 1;
    private static final int TAG_MASK = 0x3FF;
    /** Set in each entry; an empty slot is 0. */
    private static final int MARK = 1 << 31;

    private final int[] slots;
    private int room;

    /** Creates a table with room for {@code entries}, which fill three quarters of it. */
    FingerprintTable(int entries) {
        slots = new int[entries + entries / 3 + 1];
        room = entries;
    }

    boolean hasRoom() {
        return room > 0;
    }

    /** Returns the approximate size in memory. */
    int bytes() {
        return Integer.BYTES * slots.length;
    }

    /** Adds an id on a page; the table must have room. */
    void add(int fingerprint, long page) {
        int entry = tag(fingerprint) | ((int) page & PAGE_MASK);
        int slot = slot(fingerprint);
        while (slots[slot] != 0) {
            if (slots[slot] == entry) {
                return;
            }
            slot = after(slot);
        }
        slots[slot] = entry;
        room--;
    }

    /**
     * Returns whether the predicate holds for one of the pages from {@code first} to before {@code end} that may
     * contain an id.
     */
    boolean any(int fingerprint, long first, long end, LongPredicate holds) {
        int tag = tag(fingerprint);
        for (int slot = slot(fingerprint); slots[slot] != 0; slot = after(slot)) {
            int entry = slots[slot];
            if ((entry & ~PAGE_MASK) == tag) {
                long page = first + ((entry - (int) first) & PAGE_MASK);
                if (page < end && holds.test(page)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Returns ten low bits of the fingerprint; the other bits choose the slot. */
    private static int tag(int fingerprint) {
        return MARK | (((fingerprint >>> PageIndex.PAGE_BITS) & TAG_MASK) << PAGE_BITS);
    }

    private int slot(int fingerprint) {
        return (int) (((fingerprint & 0xFFFF_FFFFL) * slots.length) >>> Integer.SIZE);
    }

    private int after(int slot) {
        return slot + 1 == slots.length ? 0 : slot + 1;
    }
}
