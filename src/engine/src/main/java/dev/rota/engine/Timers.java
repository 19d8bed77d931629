package dev.rota.engine;

/**
 * A unit's plain timers. A timer consists of a due time and a key. The caller keeps the due time in its own row and
 * passes it to cancel the timer, so a timer costs one row and no index.
 */
public interface Timers extends OneShotTimers {

    /** Sets a timer that fires again at its {@link #nextPeriod}: periods missed during an outage fire once. */
    void setPeriodic(long due, Key key, long periodMs);

    /**
     * Returns when a periodic timer due at {@code due} fires next: at the first multiple of the period after {@code
     * due} that is later than the causing record's time. A scheduler whose periodic timer has just fired computes from
     * it the due time to cancel.
     */
    long nextPeriod(long due, long periodMs);
}
