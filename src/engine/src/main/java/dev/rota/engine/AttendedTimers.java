package dev.rota.engine;

/**
 * A unit's timers for silence: heartbeat, report and acknowledgement deadlines. They fire only at attended Ticks, so
 * that no party is declared silent because the scheduler was not listening.
 *
 *
 * <p>A due timer means that a deadline may have passed, not that it has. Its handler calls {@link #over} and, if the
 * deadline has not passed, sets the timer again for the time that is returned.
 */
public interface AttendedTimers extends OneShotTimers {

    /**
     * Returns when {@code limitMs} of attended time after {@code since} have passed: a time up to {@code step.now()} if
     * they have, otherwise the earliest time at which they can have. At a record that is not an attended Tick they
     * never have.
     */
    long over(long since, long limitMs);
}
