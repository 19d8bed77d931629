package dev.rota.stream;

import dev.rota.local.Signal;
import dev.rota.local.TestJvm;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.WorkerReady;
import dev.rota.shards.scheduler.PoolHistory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** {@code rota worker} in a separate process, which a test can kill. */
final class WorkerProcess implements AutoCloseable {

    private static final long SECONDS_MAX = 40;

    private final Path config;
    private final String worker;
    private final int threads;
    private final String executor;
    private final Thread atEnd = new Thread(this::destroy);

    @SuppressWarnings("NullAway.Init")
    private Process process;

    WorkerProcess(Path config, String worker, int threads, String executor) throws IOException {
        this.config = config;
        this.worker = worker;
        this.threads = threads;
        this.executor = executor;
        Runtime.getRuntime().addShutdownHook(atEnd);
        start();
    }

    /** Returns the event by which the worker registers its threads. */
    WorkerEvent ready() {
        return new WorkerEvent(PoolHistory.POOL, worker, new WorkerReady(threads, "", 0));
    }

    void start() throws IOException {
        process = new ProcessBuilder(TestJvm.command(
                        TestJvm.options("-Xmx256m"),
                        "dev.rota.cli.Main",
                        "worker",
                        "--config=" + config,
                        "--worker=" + worker,
                        "--threads=" + threads,
                        // the former process with this id was killed, or is to be replaced
                        "--take-over",
                        "--executor=" + executor))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** Restarts the worker if it has ended by itself. */
    void ensureAlive() {
        if (!process.isAlive()) {
            try {
                start();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Kills the worker, as {@code kill -9} does. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        awaitEnd();
    }

    void freeze() throws IOException, InterruptedException {
        send(Signal.STOP);
    }

    void thaw() throws IOException, InterruptedException {
        send(Signal.CONT);
    }

    /**
     * Sends a signal. A worker that is replaced by another may end at any moment, and then there is nothing to freeze.
     */
    private void send(Signal signal) throws IOException, InterruptedException {
        try {
            signal.send(process.pid());
        } catch (IllegalStateException e) {
            if (!process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)) {
                throw e;
            }
        }
    }

    /** Stops the worker, as SIGTERM does: it finishes its batches and leaves. */
    void leave() throws InterruptedException {
        process.destroy();
        awaitEnd();
    }

    private void awaitEnd() throws InterruptedException {
        if (!process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)) {
            throw new IllegalStateException("expected worker " + worker + " to be gone, but it is there");
        }
    }

    private void destroy() {
        process.destroyForcibly();
    }

    @Override
    public void close() {
        destroy();
        Runtime.getRuntime().removeShutdownHook(atEnd);
    }
}
