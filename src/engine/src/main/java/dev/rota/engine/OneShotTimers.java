package dev.rota.engine;

/** Timers that fire once, at the first record at or after their due time at which timers of their kind may fire. */
interface OneShotTimers {

    /** Sets a timer. Throws if one is set for the same time and key. */
    void set(long due, Key key);

    /** Removes a timer. Throws if it is not set. */
    void cancel(long due, Key key);

    /** Moves a timer; {@link Times#NEVER} stands for a timer that is not set. */
    default void move(long from, long to, Key key) {
        if (from == to) {
            return;
        }
        if (from != Times.NEVER) {
            cancel(from, key);
        }
        if (to != Times.NEVER) {
            set(to, key);
        }
    }
}
