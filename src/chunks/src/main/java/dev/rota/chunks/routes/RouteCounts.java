package dev.rota.chunks.routes;

import java.util.Arrays;

/** The number of routes of each chunk on workers that count, by the chunk's number. A count takes two bytes. */
public final class RouteCounts {

    private static final int PAGE_BITS = 16;
    private static final int PAGE = 1 << PAGE_BITS;

    /** Pages of counts; empty ones for numbers that have had no route yet. */
    private char[][] pages = {};

    public int of(int number) {
        int page = number >>> PAGE_BITS;
        return page < pages.length && pages[page].length > 0 ? pages[page][number & (PAGE - 1)] : 0;
    }

    public void add(int number) {
        int page = number >>> PAGE_BITS;
        if (page >= pages.length) {
            int before = pages.length;
            pages = Arrays.copyOf(pages, page + 1);
            Arrays.fill(pages, before, pages.length, new char[0]);
        }
        if (pages[page].length == 0) {
            pages[page] = new char[PAGE];
        }
        pages[page][number & (PAGE - 1)]++;
    }

    public void remove(int number) {
        if (of(number) == 0) {
            throw new IllegalStateException("expected chunk " + number + " to have a route, but it has none");
        }
        pages[number >>> PAGE_BITS][number & (PAGE - 1)]--;
    }
}
