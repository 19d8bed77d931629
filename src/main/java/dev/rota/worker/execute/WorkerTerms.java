package dev.rota.worker.execute;

import java.time.Duration;

/**
 * What a worker undertakes.
 *
 * @param worker its id, which no other worker of the pool has
 * @param threads how many turns it takes at once
 * @param heartbeat how often it says that it is there; the pool's policy says how long it may be silent
 * @param leave how long it finishes the batches in hand when it is closed
 */
public record WorkerTerms(String pool, String worker, int threads, Duration heartbeat, Duration leave) {

    /** Of one worker: each is a thread of the operating system. */
    public static final int THREADS_MAX = 10_000;

    private static final Duration HEARTBEAT = Duration.ofSeconds(2);
    private static final Duration LEAVE = Duration.ofSeconds(20);

    public static WorkerTerms of(String pool, String worker, int threads) {
        return new WorkerTerms(pool, worker, threads, HEARTBEAT, LEAVE);
    }
}
