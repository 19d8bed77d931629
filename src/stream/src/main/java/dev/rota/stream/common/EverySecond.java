package dev.rota.stream.common;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Runs a task every second on a thread of its own. */
public final class EverySecond implements AutoCloseable {

    private static final long INTERVAL_MS = 1_000;

    /** The task. */
    @FunctionalInterface
    public interface Task {
        void run() throws InterruptedException;
    }

    private final Semaphore requests = new Semaphore(0);
    private final Thread thread;
    private volatile boolean closing;

    /** @param ended receives a sentence if the thread ends by an error, which must not remain unnoticed */
    public EverySecond(String name, Task task, Consumer<String> ended) {
        thread = new Thread(() -> run(name, task, ended), name);
        thread.setDaemon(true);
    }

    public void start() {
        thread.start();
    }

    /** Requests that the task runs soon, without waiting for it. */
    public void soon() {
        requests.release();
    }

    private void run(String name, Task task, Consumer<String> ended) {
        try {
            while (!closing) {
                task.run();
                if (requests.tryAcquire(INTERVAL_MS, TimeUnit.MILLISECONDS)) {
                    requests.drainPermits();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Throwable e) {
            if (!closing) {
                ended.accept("the thread " + name + " ended: " + e);
            }
        }
    }

    @Override
    public void close() {
        closing = true;
        thread.interrupt();
    }
}
