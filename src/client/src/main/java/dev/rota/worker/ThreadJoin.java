package dev.rota.worker;

import java.util.List;
import java.util.concurrent.TimeUnit;

/** Joins threads. */
public final class ThreadJoin {

    private ThreadJoin() {}

    /** Joins all threads within a total time, then interrupts those still running. */
    public static void join(List<Thread> threads, long msMax) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(msMax);
        boolean interrupted = false;
        for (Thread thread : threads) {
            long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            try {
                if (left > 0 && !interrupted) {
                    thread.join(left);
                }
            } catch (InterruptedException e) {
                interrupted = true;
            }
            thread.interrupt();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
