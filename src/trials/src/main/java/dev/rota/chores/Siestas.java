package dev.rota.chores;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Blocks a scheduler of this process for a while. A test can see that it is blocked, and release it. */
public final class Siestas {

    private static volatile boolean resting;
    private static volatile boolean woken;

    private Siestas() {}

    static void rest(long millis) {
        woken = false;
        resting = true;
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        for (long left = end - System.nanoTime(); left > 0 && !woken; left = end - System.nanoTime()) {
            LockSupport.parkNanos(Math.min(left, TimeUnit.MILLISECONDS.toNanos(10)));
        }
        resting = false;
    }

    /** Returns whether a scheduler of this process is blocked. */
    public static boolean resting() {
        return resting;
    }

    /** Ends the siesta. */
    public static void wake() {
        woken = true;
    }
}
