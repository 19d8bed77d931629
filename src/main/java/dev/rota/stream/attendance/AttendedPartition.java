package dev.rota.stream.attendance;

import dev.rota.engine.Nullable;
import dev.rota.engine.Times;
import dev.rota.engine.log.AttendedTime;
import java.util.concurrent.TimeUnit;

/**
 * The attended time of one log partition while this instance owns it. Looks extend the current interval; a failed one,
 * none for a while, or a broker's clock that is set ends it. The next interval begins a grace period after looks
 * succeed again, which clients need to send what they could not send meanwhile.
 *
 * <p>The thread that looks calls {@link #looked} and {@link #failed}; the scheduler's thread calls all others.
 */
public final class AttendedPartition {

    /** Between two looks of one interval. A longer pause may be an outage that nobody noticed, such as a frozen process. */
    private static final long PAUSE_NS_MAX = TimeUnit.SECONDS.toNanos(8);

    /** How much log time may pass faster than ours before it is taken for a clock that was set. */
    private static final long CLOCK_SLACK_MS = 5_000;

    private final long graceNanos;

    private volatile AttendedTime attended = AttendedTime.NONE;
    private volatile long appended = Long.MIN_VALUE;
    private volatile long nextDue = Times.NEVER;

    /**
     * By how much a broker's clock was set back since the last look; 0 if it was not. What clients send meanwhile seems
     * to have come before, since the time of a log never goes back.
     */
    private volatile long setBack;

    /** Whether the next interval waits for a record that is appended from now on. */
    private volatile boolean needsRecord;

    /** Why silence does not count now; null while it counts. */
    private volatile @Nullable String why;

    private long begun;
    private long lastLook;

    /** Whether looks have succeeded for the grace period. */
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

    /** Takes the attended time of the last attended Tick that was applied, by this owner or another. */
    public synchronized void applied(AttendedTime last) {
        if (last.to() > attended.to()) {
            attended = last;
        }
    }

    /** A record of the log partition is known to have this append time. */
    public void appended(long time) {
        if (time > appended) {
            appended = time;
        } else if (appended - time > CLOCK_SLACK_MS) {
            setBack = appended - time;
        }
    }

    /** The time of the earliest attended timer; {@link Times#NEVER} if none is pending. */
    public void nextDue(long due) {
        nextDue = due;
    }

    /** The attended time so far. */
    public AttendedTime attended() {
        return attended;
    }

    /**
     * Whether only a record appended from now on can extend the attended time to {@code brokerTime}: an interval is to
     * begin, or a timer is due later than the last record, or the interval has begun at the last record, after the
     * timer was due.
     */
    public boolean needsRecord(long brokerTime) {
        return needsRecord || (why == null && nextDue <= brokerTime && (appended < nextDue || appended <= end));
    }

    boolean isPending() {
        return nextDue != Times.NEVER;
    }

    /** The greatest append time known. */
    long appended() {
        return appended;
    }

    /** Why silence does not count now; null while it counts, or if nobody's silence is measured. */
    @Nullable
    String why() {
        return isPending() ? why : null;
    }

    /**
     * A look has succeeded: everything sent by {@code to} was decided, and can be read.
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

    /** A look has failed: the current interval ends where it is. */
    void failed(String reason) {
        why = reason;
        begun = 0;
        graceOver = false;
        needsRecord = false;
    }
}
