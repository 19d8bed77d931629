package dev.rota.engine;

/**
 * A unit's timers. A timer is (due, key): who cancels one says when it was due, which its own row knows, so a timer
 * costs one row and no index.
 */
public interface Timers {

    /** Sets a timer; a second one for the same time and key is an error. A time in the past fires at the next record. */
    void set(long due, Key key);

    /**
     * Sets a timer that, when it has fired, goes on at its first multiple after the causing record's own time: the
     * periods missed in a night are one.
     */
    void setPeriodic(long due, Key key, long periodMs);

    /** Removes a timer that is set. */
    void cancel(long due, Key key);
}
