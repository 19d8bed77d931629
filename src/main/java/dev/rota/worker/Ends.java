package dev.rota.worker;

import java.util.List;
import java.util.concurrent.TimeUnit;

/** The ends of threads. */
public final class Ends {

    private Ends() {}

    /** Waits for all of them together no longer than that, and interrupts those that still run then. */
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
