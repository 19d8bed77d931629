package dev.rota.cli.process;

import dev.rota.engine.Nullable;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.apache.logging.log4j.LogManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes resources at exit, by Ctrl-C, SIGTERM or a failure. Each is closed once, the last opened first. With a limit, the
 * process exits when it is over, whatever is still open.
 */
public final class ExitHooks implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ExitHooks.class);

    private static final Duration NO_LIMIT = Duration.ZERO;

    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final AtomicBoolean closed = new AtomicBoolean();

    /** The resource that is being closed. */
    private volatile @Nullable AutoCloseable current;

    private volatile boolean exiting;

    /** Closes without a limit. */
    public ExitHooks() {
        this(NO_LIMIT);
    }

    /** @param max how long all resources together may take to close after a signal */
    public ExitHooks(Duration max) {
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            exiting = true;
                            closeAllWithin(max);
                            LogManager.shutdown();
                        },
                        "rota-end"));
    }

    public synchronized <T extends AutoCloseable> T add(T resource) {
        open.push(resource);
        return resource;
    }

    /**
     * Closes the resources. Does not return if the process is already exiting: the caller's thread would fail on the
     * closed resources and report failures that do not matter.
     */
    @Override
    public void close() {
        while (exiting) {
            LockSupport.park();
        }
        closeAll();
    }

    private void closeAllWithin(Duration max) {
        Thread closing = new Thread(this::closeAll, "rota-close-all");
        closing.setDaemon(true);
        closing.start();
        try {
            closing.join(max.toMillis());
            if (closing.isAlive()) {
                LOG.warn(
                        "Rota exits with {} open: it was not closed within {} s",
                        current == null ? "a resource" : current.getClass().getSimpleName(),
                        max.toMillis() / 1e3);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void closeAll() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        for (AutoCloseable resource : open) {
            current = resource;
            try {
                resource.close();
            } catch (Exception e) {
                LOG.warn("{} was not closed cleanly: {}", resource.getClass().getSimpleName(), e.toString());
            }
        }
    }

    /** Returns the sentence that says how to end this process, also from another terminal. */
    public static String hint() {
        return "Ctrl-C ends it (process " + ProcessHandle.current().pid() + ").";
    }
}
