package dev.rota.pages.domain;

import dev.rota.pages.Numbers;
import dev.rota.pages.view.Link;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Determines which part of a list a page shows. */
public final class Paging {

    /** The number of pages on either side of the current one that are linked. */
    private static final int AROUND = 5;

    private final int size;
    private final int aPage;
    private final int shown;

    /** @param page the requested page number as text; any text that is not a number stands for the first page */
    public Paging(int size, int aPage, String page) {
        this.size = size;
        this.aPage = aPage;
        this.shown = (int) Math.min(number(page), pages());
    }

    private int pages() {
        return Math.max(1, (size + aPage - 1) / aPage);
    }

    /** Returns the part of the list that is shown. */
    public <T> List<T> of(List<T> all) {
        int from = Math.min(all.size(), (shown - 1) * aPage);
        return all.subList(from, Math.min(all.size(), from + aPage));
    }

    /**
     * Returns links to the first page, the pages around this one and the last page. The list is empty if there is only
     * one page.
     */
    public List<Link> links(IntFunction<String> url) {
        int last = pages();
        return IntStream.rangeClosed(1, last)
                .filter(page -> last > 1 && (page == 1 || page == last || Math.abs(page - shown) <= AROUND))
                .mapToObj(page -> new Link(String.valueOf(page), url.apply(page), page == shown))
                .toList();
    }

    /** Returns the requested page number, which begins at 1; 1 if the text is not a number. */
    public static long number(String page) {
        return Math.max(1, Numbers.of(page, 1));
    }

    /** Returns the parameter of a page for an address; empty for the first page, which needs none. */
    public static String parameter(long page) {
        return page == 1 ? "" : String.valueOf(page);
    }
}
