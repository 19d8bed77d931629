package dev.rota.stream.partition;

import dev.rota.stream.log.LogAccess.Extent;
import java.util.function.LongSupplier;

/** Whether what the group delivers of a log partition is what follows its rows. */
public final class Deliveries {

    /** How long records that are there may not come. */
    private static final long PATIENCE_MS = 5_000;

    /** How often the partition advances meanwhile at least: a process that was frozen has not asked for them. */
    private static final int ADVANCES_MIN = 10;

    private final LongSupplier clock;
    private long last = -1;

    /** The greatest offset of an ignored delivery. */
    private long ignored = -1;

    /** Why deliveries may not go on at the next record; empty if they do. */
    private String astray = "";

    /** The end of the log when they began. */
    private long end;

    /** How often the partition has advanced since the last one came, or they began. */
    private int advances;

    /** When it first did. */
    private long since;

    /** @param clock tells ms; it may be set forward or back */
    public Deliveries(LongSupplier clock) {
        this.clock = clock;
    }

    /** Takes note of a delivery; returns whether it is behind an earlier one. */
    boolean goBack(long offset) {
        boolean back = offset <= last;
        last = offset;
        advances = 0;
        return back;
    }

    void ignored(long offset) {
        ignored = Math.max(ignored, offset);
    }

    /** Compares where they begin with the rows, which go on at {@code next}. */
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

    /** Why the record at {@code next} may never be delivered; empty if it is. */
    String gap(long next) {
        return astray.isEmpty() && ignored >= next
                ? "deliveries up to " + ignored + " came while the log could not be read"
                : astray;
    }

    /**
     * Whether the records that were there when deliveries began do not come; asked whenever the partition advances. Streams
     * may forget that a task which it has begun anew must be delivered again what the old one had read: where a rebalance
     * comes between, it begins a third one.
     */
    boolean doNotCome(long next) {
        long now = clock.getAsLong();
        // Here and not at a delivery: those are many.
        since = advances++ == 0 ? now : Math.min(since, now);
        return next < end && advances >= ADVANCES_MIN && now - since >= PATIENCE_MS;
    }
}
