package dev.rota.worker.execute;

import java.time.Duration;

/**
 * The parameters of a worker.
 *
 * @param worker its id, unique in the pool
 * @param threads the number of turns that it takes concurrently
 * @param heartbeat the heartbeat interval; the pool's policy sets the timeout
 * @param leave how long it may finish its batches when it is closed
 * @param takeOver whether it replaces a process that has its name, without waiting for its end
 */
public record WorkerTerms(
        String pool, String worker, int threads, Duration heartbeat, Duration leave, boolean takeOver) {

    /** The maximum number of threads of one worker; each is an operating system thread. */
    public static final int THREADS_MAX = 10_000;

    private static final Duration HEARTBEAT = Duration.ofSeconds(2);
    private static final Duration LEAVE = Duration.ofSeconds(20);

    public static WorkerTerms of(String pool, String worker, int threads, boolean takeOver) {
        return new WorkerTerms(pool, worker, threads, HEARTBEAT, LEAVE, takeOver);
    }
}
