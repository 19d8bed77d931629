package dev.rota.engine;

/**
 * A unit's timers. A timer is (due, key): who cancels one says when it was due, which its own row knows, so a timer
 * costs one row and no index.
 */
public interface Timers {

    /** Sets a timer; a second one for the same time and key is an error. A time in the past fires at the next record. */
    void set(long due, Key key);

    /**
     * Sets a timer that, when it has fired, goes on at its {@link #nextPeriod}: the periods missed in a night are one.
     */
    void setPeriodic(long due, Key key, long periodMs);

    /**
     * When a periodic timer goes on that is due at {@code due}: the first multiple of the period after {@code due} that
     * lies after the causing record's own time. So a scheduler whose periodic timer has just fired knows when it will
     * fire next, and can cancel it.
     */
    long nextPeriod(long due, long periodMs);

    /** Removes a timer that is set. */
    void cancel(long due, Key key);
}
