package dev.rota.chunks.catalog;

import java.util.Arrays;

/**
 * Stores chunk ids consecutively in large pages: millions of them cost little more than their bytes. A place counts
 * units of four bytes, so that an int suffices.
 */
public final class IdStore {

    private static final int UNIT_BYTES = 4;

    private static final int PAGE_UNITS_BITS = 14;

    private static final int PAGE_UNITS = 1 << PAGE_UNITS_BITS;

    private byte[][] pages = {};
    private int used;

    /** Stores an id of 1 to 256 bytes; returns its place. */
    int add(byte[] id) {
        int units = units(id.length);
        if ((used & (PAGE_UNITS - 1)) + units > PAGE_UNITS || used == pages.length << PAGE_UNITS_BITS) {
            used = pages.length << PAGE_UNITS_BITS;
            pages = Arrays.copyOf(pages, pages.length + 1);
            pages[pages.length - 1] = new byte[PAGE_UNITS * UNIT_BYTES];
        }
        int place = used;
        byte[] page = page(place);
        int at = at(place);
        page[at] = (byte) (id.length - 1);
        System.arraycopy(id, 0, page, at + 1, id.length);
        used += units;
        return place;
    }

    public int length(int place) {
        return (page(place)[at(place)] & 0xFF) + 1;
    }

    public byte[] get(int place) {
        byte[] id = new byte[length(place)];
        copy(place, id, 0);
        return id;
    }

    /** Copies an id; returns the index after it in the target. */
    public int copy(int place, byte[] target, int to) {
        byte[] page = page(place);
        int at = at(place);
        int length = (page[at] & 0xFF) + 1;
        System.arraycopy(page, at + 1, target, to, length);
        return to + length;
    }

    public int compare(int place, byte[] id) {
        byte[] page = page(place);
        int from = at(place) + 1;
        return Arrays.compareUnsigned(page, from, from + (page[from - 1] & 0xFF) + 1, id, 0, id.length);
    }

    /** Returns a store of the ids so far, which another thread may read while this one grows. */
    IdStore view() {
        IdStore view = new IdStore();
        view.pages = pages;
        view.used = used;
        return view;
    }

    /** Returns the number of units that an id of this length takes. */
    static int units(int idLength) {
        return (idLength + UNIT_BYTES) / UNIT_BYTES;
    }

    int unitsUsed() {
        return used;
    }

    private byte[] page(int place) {
        return pages[place >>> PAGE_UNITS_BITS];
    }

    private static int at(int place) {
        return (place & (PAGE_UNITS - 1)) * UNIT_BYTES;
    }
}
