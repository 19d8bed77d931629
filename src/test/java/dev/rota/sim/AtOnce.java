package dev.rota.sim;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;

/** Executes what it is given on the thread that gives it. */
final class AtOnce extends AbstractExecutorService {

    @Override
    public void execute(Runnable work) {
        work.run();
    }

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
