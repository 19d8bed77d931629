package dev.rota.pages.domain;

import dev.rota.pages.domain.Lanes.Span;

/** Places times between two others on the width of a picture. */
public final class TimeScale {

    private final long from;
    private final long lasts;

    /** @param to not before {@code from}; what is outside is placed at the ends */
    public TimeScale(long from, long to) {
        this.from = from;
        this.lasts = Math.max(1, to - from);
    }

    public int x(long time) {
        long after = Math.min(lasts, Math.max(0, time - from));
        return (int) ((double) after / lasts * Lanes.WIDTH);
    }

    /** A span that is never too narrow to be seen. */
    public Span span(long begin, long end, String look, String title, boolean isCut) {
        int x = Math.min(x(begin), Lanes.WIDTH - 3);
        return new Span(x, Math.max(3, x(end) - x), look, title, isCut);
    }
}
