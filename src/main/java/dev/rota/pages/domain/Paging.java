package dev.rota.pages.domain;

import dev.rota.pages.Numbers;
import dev.rota.pages.view.Link;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Which part of a list a page shows. */
public final class Paging {

    /** Links to this many pages on either side. */
    private static final int AROUND = 5;

    private final int size;
    private final int aPage;
    private final int shown;

    /** @param page the number of the page as it was asked for; the first one if that is none */
    public Paging(int size, int aPage, String page) {
        this.size = size;
        this.aPage = aPage;
        this.shown = (int) Math.min(number(page), pages());
    }

    private int pages() {
        return Math.max(1, (size + aPage - 1) / aPage);
    }

    /** The part of the list that is shown. */
    public <T> List<T> of(List<T> all) {
        int from = Math.min(all.size(), (shown - 1) * aPage);
        return all.subList(from, Math.min(all.size(), from + aPage));
    }

    /** Links to the first page, to those around this one and to the last page; none if there is only one page. */
    public List<Link> links(IntFunction<String> url) {
        int last = pages();
        return IntStream.rangeClosed(1, last)
                .filter(page -> last > 1 && (page == 1 || page == last || Math.abs(page - shown) <= AROUND))
                .mapToObj(page -> new Link(String.valueOf(page), url.apply(page), page == shown))
                .toList();
    }

    /** The number of the page that was asked for, from 1; the first one if that is none. */
    public static long number(String page) {
        return Math.max(1, Numbers.of(page, 1));
    }

    /** A page in an address, of which the first one needs no parameter. */
    public static String parameter(long page) {
        return page == 1 ? "" : String.valueOf(page);
    }
}
