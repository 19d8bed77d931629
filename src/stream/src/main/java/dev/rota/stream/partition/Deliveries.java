package dev.rota.stream.partition;

import dev.rota.stream.log.LogAccess.Extent;
import java.util.function.LongSupplier;

/** Tracks whether the records that the group delivers of a log partition are those that follow its rows. */
public final class Deliveries {

    /** How long existing records may fail to arrive before they are read from the log. */
    private static final long PATIENCE_MS = 5_000;

    /** How often the partition must have advanced meanwhile: a process that was frozen has not polled for them. */
    private static final int ADVANCES_MIN = 10;

    private final LongSupplier clock;
    private long last = -1;

    /** The greatest offset of an ignored delivery. */
    private long ignored = -1;

    /** Why deliveries may not continue at the next record; empty if they do. */
    private String astray = "";

    /** The end of the log when deliveries began. */
    private long end;

    /** How often the partition has advanced since the last delivery, or since deliveries began. */
    private int advances;

    /** When the first of these advances took place. */
    private long since;

    /** @param clock returns the time in ms; it may be set forward or back */
    public Deliveries(LongSupplier clock) {
        this.clock = clock;
    }

    /** Notes a delivery; returns whether it is behind an earlier one. */
    boolean goBack(long offset) {
        boolean back = offset <= last;
        last = offset;
        advances = 0;
        return back;
    }

    void ignored(long offset) {
        ignored = Math.max(ignored, offset);
    }

    /** Compares where deliveries begin with the rows, which continue at {@code next}. */
    void begin(Extent extent, long next) {
        long resumed = extent.committed() < 0 ? extent.begin() : extent.committed();
        boolean any = extent.end() > next;
        astray = any && resumed != next ? "deliveries begin at " + resumed : "";
        end = extent.end();
        advances = 0;
    }

    void wentOn(String meanwhile) {
        astray = "deliveries went on while " + meanwhile;
    }

    /** Returns why the record at {@code next} may never be delivered; empty if it will be. */
    String gap(long next) {
        return astray.isEmpty() && ignored >= next
                ? "deliveries up to " + ignored + " came while the log could not be read"
                : astray;
    }

    /**
     * Returns whether records that existed when deliveries began fail to arrive; called whenever the partition
     * advances. When Streams has begun a task anew, it must deliver again what the former task had read. It may lose
     * track of that if a rebalance intervenes, for then it begins a third one.
     */
    boolean doNotCome(long next) {
        long now = clock.getAsLong();
        // The clock is read here and not at each delivery, of which there are many.
        since = advances++ == 0 ? now : Math.min(since, now);
        return next < end && advances >= ADVANCES_MIN && now - since >= PATIENCE_MS;
    }
}
