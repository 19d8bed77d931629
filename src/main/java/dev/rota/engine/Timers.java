package dev.rota.engine;

/**
 * A unit's timers. A timer is (due time, key). Cancelling one takes its due time, which the caller keeps in its own
 * row, so a timer costs one row and no index.
 */
public interface Timers extends OneShotTimers {

    /** Sets a timer that fires again at its {@link #nextPeriod}: periods missed during an outage fire once. */
    void setPeriodic(long due, Key key, long periodMs);

    /**
     * When a periodic timer due at {@code due} fires next: the first multiple of the period after {@code due} that is
     * later than the causing record's time. So a scheduler whose periodic timer has just fired knows the time to
     * cancel.
     */
    long nextPeriod(long due, long periodMs);
}
