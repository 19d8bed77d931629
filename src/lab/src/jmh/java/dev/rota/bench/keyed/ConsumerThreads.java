package dev.rota.bench.keyed;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** Threads of consumers, whose failures end the benchmark. */
final class ConsumerThreads implements AutoCloseable {

    /** What a thread does until it is told to end. */
    interface Loop {
        void run() throws Exception;
    }

    private static final AtomicReference<Exception> FAILURE = new AtomicReference<>();

    private final List<Thread> threads = new ArrayList<>();

    void start(String name, Loop loop) {
        Thread thread = new Thread(
                () -> {
                    try {
                        loop.run();
                    } catch (Exception e) {
                        FAILURE.compareAndSet(null, e);
                    }
                },
                name);
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }

    /** Throws if a consumer of this process has failed. */
    static void requireNoFailure() {
        Exception failure = FAILURE.get();
        if (failure != null) {
            throw new IllegalStateException("a consumer failed", failure);
        }
    }

    /** Waits for the end of all threads. */
    @Override
    public void close() {
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
