package dev.rota.cli.process;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.apache.logging.log4j.LogManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Closes resources at exit, by Ctrl-C, SIGTERM or a failure. Each is closed once, the last opened first. */
public final class ExitHooks implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ExitHooks.class);

    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final AtomicBoolean closed = new AtomicBoolean();

    private volatile boolean exiting;

    public ExitHooks() {
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            exiting = true;
                            closeAll();
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

    private synchronized void closeAll() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        for (AutoCloseable resource : open) {
            try {
                resource.close();
            } catch (Exception e) {
                LOG.warn("{} was not closed cleanly: {}", resource.getClass().getSimpleName(), e.toString());
            }
        }
    }
}
