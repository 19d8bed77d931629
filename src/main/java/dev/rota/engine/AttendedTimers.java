package dev.rota.engine;

/**
 * A unit's timers for silence: heartbeat, report and acknowledgement deadlines. They fire at attended Ticks only, so
 * that nobody is declared silent because the scheduler was not listening.
 *
 * <p>Such a timer says that a deadline can be over, not that it is. Its handler asks {@link #over} and, if the deadline
 * is not over, sets the timer again for the time it gets.
 */
public interface AttendedTimers extends OneShotTimers {

    /**
     * When {@code limitMs} of attended time since {@code since} are over: a time up to {@code step.now()} if they are,
     * otherwise the earliest time at which they can be. At a record that is not an attended Tick they never are.
     */
    long over(long since, long limitMs);
}
