package dev.rota.engine.machine;

import dev.rota.engine.Parallel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/** Runs slices on a thread pool and the calling thread; each takes the next slice until none is left. */
public final class ParallelThreads implements Parallel, AutoCloseable {

    private final int more;
    private final ExecutorService threads;

    public ParallelThreads(int count) {
        this.more = count - 1;
        this.threads = Executors.newFixedThreadPool(Math.max(1, more), work -> {
            Thread thread = new Thread(work, "rota-parallel");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Returns a pool with one thread per processor. */
    public static ParallelThreads onAllProcessors() {
        return new ParallelThreads(Runtime.getRuntime().availableProcessors());
    }

    @Override
    public void run(int slices, IntConsumer work) {
        AtomicInteger next = new AtomicInteger();
        Runnable takeSlices = () -> {
            for (int slice = next.getAndIncrement(); slice < slices; slice = next.getAndIncrement()) {
                work.accept(slice);
            }
        };
        List<Future<?>> helping = new ArrayList<>();
        for (int i = 0; i < Math.min(more, slices - 1); i++) {
            helping.add(threads.submit(takeSlices));
        }
        try {
            takeSlices.run();
        } finally {
            helping.forEach(ParallelThreads::await);
        }
    }

    private static void await(Future<?> helper) {
        boolean interrupted = false;
        while (true) {
            try {
                helper.get();
                break;
            } catch (InterruptedException e) {
                // A decision that has begun is completed first; the interrupt is restored afterwards.
                interrupted = true;
            } catch (ExecutionException e) {
                throw new IllegalStateException("a slice failed: " + e.getCause(), e.getCause());
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
