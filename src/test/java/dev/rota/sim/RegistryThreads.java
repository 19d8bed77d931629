package dev.rota.sim;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Threads that ask the registry, without any: what was asked is answered as soon as somebody looks whether it is, unless
 * the registry is down by then.
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
