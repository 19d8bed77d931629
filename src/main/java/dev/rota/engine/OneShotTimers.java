package dev.rota.engine;

/** Timers that fire once, at the first record from their time on at which timers of their kind may fire. */
interface OneShotTimers {

    /** Sets a timer; a second one for the same time and key is an error. */
    void set(long due, Key key);

    /** Removes a timer that is set. */
    void cancel(long due, Key key);

    /** Moves a timer; {@link Times#NEVER} stands for one that is not set. */
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
