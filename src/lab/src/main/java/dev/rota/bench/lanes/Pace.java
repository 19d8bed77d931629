package dev.rota.bench.lanes;

import java.util.function.LongConsumer;

/** Schedules pieces of work at a fixed rate from its creation on. */
public final class Pace {

    private final long start = System.nanoTime();
    private final long perSecond;
    private final long all;
    private long offered;

    public Pace(long perSecond, int seconds) {
        this.perSecond = perSecond;
        this.all = perSecond * seconds;
    }

    public boolean hasMore() {
        return offered < all;
    }

    /** Offers each piece that is due, with its due time. */
    public void offer(LongConsumer piece) {
        for (long due = due(); hasMore() && due <= System.nanoTime(); due = due()) {
            piece.accept(due);
            offered++;
        }
    }

    private long due() {
        return start + offered * 1_000_000_000L / perSecond;
    }
}
