package dev.rota.pages;

import dev.rota.pages.index.Entry;
import io.javalin.http.sse.SseClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells open pages that something was decided: which unit, its sequence number and head, and nothing else. The page
 * then fetches what it shows. Each reader has room for the latest signal alone, so a slow one misses some and costs
 * nothing.
 */
final class Signals implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Signals.class);

    /** Open streams; each is a connection. */
    static final int CLIENTS_MAX = 500;

    private static final long INTERVAL_MS = 500;

    /** Without a signal for so long, a comment shows whether the reader is still there. */
    private static final long QUIET_NANOS = Duration.ofSeconds(15).toNanos();

    /** A reader, and what it has not been told yet. */
    private static final class Reader {
        private final SseClient client;
        private final String domain;
        private final String unit;
        private final boolean oneUnit;
        private final AtomicReference<Entry> latest = new AtomicReference<>();
        private final AtomicBoolean writing = new AtomicBoolean();
        private volatile long told = System.nanoTime();

        Reader(SseClient client, String domain, String unit, boolean oneUnit) {
            this.client = client;
            this.domain = domain;
            this.unit = unit;
            this.oneUnit = oneUnit;
        }

        boolean follows(Entry entry) {
            return (domain.isEmpty() || domain.equals(entry.domain())) && (!oneUnit || unit.equals(entry.unit()));
        }
    }

    private final List<Reader> readers = new CopyOnWriteArrayList<>();
    private final ScheduledExecutorService clock =
            Executors.newSingleThreadScheduledExecutor(work -> new Thread(work, "rota-pages-signals"));

    /** How many are written to at once: a reader that does not read holds its thread until the server gives up on it. */
    private volatile boolean ended;

    private final ExecutorService writers =
            Executors.newCachedThreadPool(work -> new Thread(work, "rota-pages-writer"));

    void start() {
        var unused = clock.scheduleWithFixedDelay(this::tell, INTERVAL_MS, INTERVAL_MS, TimeUnit.MILLISECONDS);
    }

    int count() {
        return readers.size();
    }

    /** A page opened its stream. */
    void open(SseClient client, String domain, String unit, boolean oneUnit) {
        if (ended || readers.size() >= CLIENTS_MAX) {
            client.close();
            return;
        }
        Reader reader = new Reader(client, domain, unit, oneUnit);
        client.keepAlive();
        client.onClose(() -> readers.remove(reader));
        readers.add(reader);
        if (ended) {
            // end() may have looked before this one was there
            client.close();
        }
    }

    /** A record was read. */
    void add(Entry entry) {
        for (Reader reader : readers) {
            if (reader.follows(entry)) {
                reader.latest.set(entry);
            }
        }
    }

    private void tell() {
        for (Reader reader : readers) {
            boolean quiet = System.nanoTime() - reader.told > QUIET_NANOS;
            // One that is still being written to is slow; it gets the latest when it is ready.
            if ((quiet || reader.latest.get() != null) && reader.writing.compareAndSet(false, true)) {
                writers.execute(() -> write(reader));
            }
        }
    }

    private void write(Reader reader) {
        try {
            Entry entry = reader.latest.getAndSet(null);
            reader.told = System.nanoTime();
            if (entry == null) {
                reader.client.sendComment("");
            } else {
                reader.client.sendEvent("decided", signal(entry), entry.at());
            }
        } catch (RuntimeException e) {
            LOG.debug("a page's stream has ended", e);
            readers.remove(reader);
        } finally {
            reader.writing.set(false);
        }
        if (reader.client.terminated()) {
            readers.remove(reader);
        }
    }

    private static String signal(Entry entry) {
        return Json.of(json -> {
            json.writeStringField("domain", entry.domain());
            json.writeStringField("unit", entry.unit());
            json.writeNumberField("seq", entry.seq());
            json.writeStringField("head", Show.head(entry.chain()));
        });
    }

    /**
     * Ends all streams. The server must still run: one that stops over an open stream whose reader is gone as well asks
     * again and again, and for ever, how to answer it.
     */
    void end() {
        ended = true;
        readers.forEach(reader -> reader.client.close());
        readers.clear();
    }

    @Override
    public void close() {
        end();
        clock.shutdownNow();
        writers.shutdownNow();
    }
}
