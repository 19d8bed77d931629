package dev.rota.worker.execute;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * The number of turns that a worker takes in addition to those that its threads execute, so that no thread is idle while a report
 * goes to the scheduler and the next batch comes back. It is as many as the threads execute in a named time: where
 * records take long, a turn that waited here could be executed by another worker.
 */
final class TurnsAhead {

    /** The time for which the turns ahead last. */
    private static final long AHEAD_NS = TimeUnit.MILLISECONDS.toNanos(50);

    /** The maximum number of turns ahead. A killed worker loses them, which counts an attempt of their first records. */
    static final int MAX = 500;

    /** The maximum number of turns ahead for each thread. */
    private static final int TIMES_MAX = 16;

    private final int threads;
    private final LongAdder batches = new LongAdder();
    private final LongAdder elapsedNs = new LongAdder();
    private long batchesBefore;
    private long elapsedBefore;

    /** The time that a batch took on average; so long that nothing is taken ahead before the first was executed. */
    private long eachNs = Long.MAX_VALUE;

    TurnsAhead(int threads) {
        this.threads = threads;
    }

    /** Notes the time that a thread took to execute a batch. */
    void executed(long ns) {
        elapsedNs.add(ns);
        batches.increment();
    }

    /**
     * Returns the number of turns, by the batches executed since the previous call, or before it if there are none.
     *
     * @param busyNs for how long all threads have been busy with their present batches; 0 if one is idle
     */
    int turns(long busyNs) {
        long count = batches.sum();
        long elapsed = elapsedNs.sum();
        if (count > batchesBefore) {
            eachNs = Math.max(1, (elapsed - elapsedBefore) / (count - batchesBefore));
            batchesBefore = count;
            elapsedBefore = elapsed;
        }
        return (int) Math.min(Math.min(MAX, threads * TIMES_MAX), threads * AHEAD_NS / Math.max(eachNs, busyNs));
    }
}
