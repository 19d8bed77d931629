package dev.rota.stream;

import dev.rota.stream.log.LogAccess.Extent;

/** Whether what the group delivers of a log partition is what follows its rows. */
final class Deliveries {

    /** How often a partition advances before records that are there count as records that do not come. */
    private static final int ADVANCES_MAX = 50;

    private long last = -1;

    /** The greatest offset of an ignored delivery. */
    private long ignored = -1;

    /** Why deliveries may not go on at the next record; empty if they do. */
    private String astray = "";

    /** How often the partition may still advance without a delivery; 0: as often as it likes. */
    private int left;

    /** Takes note of a delivery; returns whether it is behind an earlier one. */
    boolean goBack(long offset) {
        boolean back = offset <= last;
        last = offset;
        left = 0;
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
        left = any ? ADVANCES_MAX : 0;
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
     * Whether the records that were there at the beginning do not come. Streams may forget that a task which it has begun
     * anew must be delivered again what the old one had read: where a rebalance comes between, it begins a third one.
     */
    boolean doNotCome() {
        return left > 0 && --left == 0;
    }
}
