package dev.rota.stream.attendance;

import dev.rota.engine.Nullable;
import dev.rota.engine.Times;
import dev.rota.engine.log.AttendedTime;
import java.util.concurrent.TimeUnit;

/**
 * The attended time of one log partition while this instance owns it. Looks extend the current interval. It ends if a
 * look fails, if none takes place for a while, or if a broker's clock is set. The next interval begins a grace period
 * after looks succeed again; clients need that time to send what they could not send before.
 *
 * <p>The thread that looks calls {@link #looked} and {@link #failed}; the scheduler's thread calls all other methods.
 */
public final class AttendedPartition {

    /**
     * The longest pause between two looks of one interval. A longer one may be an outage that was not noticed, such as
     * a frozen process.
     */
    private static final long PAUSE_NS_MAX = TimeUnit.SECONDS.toNanos(8);

    /** How much faster log time may pass than ours before it is taken for a clock that was set. */
    private static final long CLOCK_SLACK_MS = 5_000;

    private final long graceNanos;

    private volatile AttendedTime attended = AttendedTime.NONE;
    private volatile long appended = Long.MIN_VALUE;
    private volatile long nextDue = Times.NEVER;

    /**
     * How far a broker's clock was set back since the last look; 0 if it was not. Records that clients send meanwhile
     * seem to be older than they are, since the time of a log never decreases.
     */
    private volatile long setBack;

    /** True if the next interval waits for a record that is appended from now on. */
    private volatile boolean needsRecord;

    /** Why silence does not count now; null while it counts. */
    private volatile @Nullable String why;

    private long begun;
    private long lastLook;

    /** True if looks have succeeded for the grace period. */
    private boolean graceOver;

    /** The last known append time when the grace period was over: the next interval begins at a later one. */
    private long before;

    /** The end of the current interval, which may be empty still. */
    private volatile long end;

    /** The greatest difference between log time and ours in the current interval. */
    private long ahead;

    AttendedPartition(long graceNanos) {
        this.graceNanos = graceNanos;
        this.why = "this instance has not yet seen for " + TimeUnit.NANOSECONDS.toSeconds(graceNanos)
                + " s that everything is read and decided in time";
    }

    /** Sets the attended time of the last attended Tick that was applied, by this owner or another. */
    public synchronized void applied(AttendedTime last) {
        if (last.to() > attended.to()) {
            attended = last;
        }
    }

    /** Notes the append time of a record of the log partition. */
    public void appended(long time) {
        if (time > appended) {
            appended = time;
        } else if (appended - time > CLOCK_SLACK_MS) {
            setBack = appended - time;
        }
    }

    /** Sets the time of the earliest attended timer; {@link Times#NEVER} if none is pending. */
    public void nextDue(long due) {
        nextDue = due;
    }

    /** Returns the attended time so far. */
    public AttendedTime attended() {
        return attended;
    }

    /**
     * Returns whether only a record appended from now on can extend the attended time to {@code brokerTime}: an
     * interval is to begin, or a timer is due later than the last record, or the interval has begun at the last record,
     * after the timer was due.
     */
    public boolean needsRecord(long brokerTime) {
        return needsRecord || (why == null && nextDue <= brokerTime && (appended < nextDue || appended <= end));
    }

    boolean isPending() {
        return nextDue != Times.NEVER;
    }

    /** Returns the greatest append time of a record so far. */
    long appended() {
        return appended;
    }

    /** Returns why silence does not count now; null while it counts, or if no party's silence is measured. */
    @Nullable
    String why() {
        return isPending() ? why : null;
    }

    /**
     * Extends the interval after a look that succeeded: all that was sent by {@code to} was decided, and can be read.
     *
     * @param to the greatest append time known when the look began
     */
    void looked(long to, long beganNanos, long endedNanos) {
        if (begun != 0 && endedNanos - lastLook > PAUSE_NS_MAX) {
            failed("there was no look for " + TimeUnit.NANOSECONDS.toSeconds(endedNanos - lastLook) + " s");
        }
        if (setBack > 0) {
            failed("log time went back by " + setBack + " ms");
            setBack = 0;
            return;
        }
        lastLook = beganNanos;
        if (begun == 0) {
            begun = beganNanos;
        }
        if (why == null) {
            extend(to, beganNanos);
        } else if (graceOver) {
            open(to, beganNanos);
        } else if (beganNanos - begun >= graceNanos) {
            graceOver = true;
            before = appended;
            needsRecord = true;
        }
    }

    private void open(long to, long nanos) {
        if (to > before) {
            end = to;
            ahead = ahead(to, nanos);
            needsRecord = false;
            why = null;
        }
    }

    private synchronized void extend(long to, long nanos) {
        if (ahead(to, nanos) > ahead + CLOCK_SLACK_MS) {
            failed("log time ran ahead of this machine's by " + (ahead(to, nanos) - ahead) + " ms");
        } else if (to > end) {
            attended = attended.with(end, to);
            end = to;
            ahead = Math.max(ahead, ahead(to, nanos));
        }
    }

    private static long ahead(long logTime, long nanos) {
        return logTime - TimeUnit.NANOSECONDS.toMillis(nanos);
    }

    /** Ends the current interval after a look that failed. */
    void failed(String reason) {
        why = reason;
        begun = 0;
        graceOver = false;
        needsRecord = false;
    }
}
