package dev.rota.stream;

import dev.rota.stream.log.LogAccess.Extent;
import java.time.Duration;

/** Whether what the group delivers of a log partition is what follows its rows. */
final class Deliveries {

    /** How long records that are there may not come, and how often a partition advances meanwhile at least. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final long ADVANCES_MIN = 50;

    private final long advances;
    private long last = -1;

    /** The greatest offset of an ignored delivery. */
    private long ignored = -1;

    /** Why deliveries may not go on at the next record; empty if they do. */
    private String astray = "";

    /** The end of the log when they began. */
    private long end;

    /** How often the partition may still advance without a delivery. */
    private long left;

    /** @param interval in which a partition advances */
    Deliveries(Duration interval) {
        advances = Math.max(ADVANCES_MIN, PATIENCE.toMillis() / Math.max(1, interval.toMillis()));
    }

    /** Takes note of a delivery; returns whether it is behind an earlier one. */
    boolean goBack(long offset) {
        boolean back = offset <= last;
        last = offset;
        left = advances;
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
        left = advances;
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
     * Whether the records that were there when deliveries began do not come. Streams may forget that a task which it has begun
     * anew must be delivered again what the old one had read: where a rebalance comes between, it begins a third one.
     */
    boolean doNotCome(long next) {
        return next < end && left > 0 && --left == 0;
    }
}
