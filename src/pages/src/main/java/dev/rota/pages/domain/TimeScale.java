package dev.rota.pages.domain;

import dev.rota.pages.domain.Lanes.Span;

/** Maps the times between two others to positions on the width of a picture. */
public final class TimeScale {

    private final long from;
    private final long lasts;

    /** @param to the end, which is not before {@code from}; times outside are placed at the ends */
    public TimeScale(long from, long to) {
        this.from = from;
        this.lasts = Math.max(1, to - from);
    }

    public int x(long time) {
        long after = Math.min(lasts, Math.max(0, time - from));
        return (int) ((double) after / lasts * Lanes.WIDTH);
    }

    /** Returns the span of a stretch of time, with a minimum width that keeps it visible. */
    public Span span(long begin, long end, String look, String title, boolean isCut) {
        int x = Math.min(x(begin), Lanes.WIDTH - 3);
        return new Span(x, Math.max(3, x(end) - x), look, title, isCut);
    }
}
