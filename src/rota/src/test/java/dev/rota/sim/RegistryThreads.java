package dev.rota.sim;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Runs lookups in the registry without threads: a lookup runs when the caller checks whether it is done, unless the
 * registry is down at that time.
 */
final class RegistryThreads extends AbstractExecutorService {

    private final SimRegistry registry;

    RegistryThreads(SimRegistry registry) {
        this.registry = registry;
    }

    private final class Question<T> extends FutureTask<T> {
        Question(Callable<T> asking) {
            super(asking);
        }

        @Override
        public boolean isDone() {
            if (!registry.isDown()) {
                run();
            }
            return super.isDone();
        }
    }

    @Override
    protected <T> RunnableFuture<T> newTaskFor(Callable<T> asking) {
        return new Question<>(asking);
    }

    @Override
    public void execute(Runnable work) {}

    @Override
    public void shutdown() {}

    @Override
    public List<Runnable> shutdownNow() {
        return List.of();
    }

    @Override
    public boolean isShutdown() {
        return false;
    }

    @Override
    public boolean isTerminated() {
        return false;
    }

    @Override
    public boolean awaitTermination(long time, TimeUnit unit) {
        return true;
    }
}
