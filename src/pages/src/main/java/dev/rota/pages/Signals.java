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
 * Sends open pages a signal when a decision is read: its unit, sequence number and head, and nothing else. The page
 * then fetches its content again. Only the latest signal is kept for each reader, so a slow reader misses some and
 * costs no memory.
 */
final class Signals implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Signals.class);

    /** The limit of open streams. Each is a connection. */
    static final int CLIENTS_MAX = 500;

    private static final long INTERVAL_MS = 500;

    /** The time without a signal after which a comment is sent, to detect readers that have disconnected. */
    private static final long QUIET_NANOS = Duration.ofSeconds(15).toNanos();

    /** A reader, and the latest signal that it has not received. */
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

    private volatile boolean ended;

    private final ExecutorService writers =
            Executors.newCachedThreadPool(work -> new Thread(work, "rota-pages-writer"));

    void start() {
        var unused = clock.scheduleWithFixedDelay(this::sendSignals, INTERVAL_MS, INTERVAL_MS, TimeUnit.MILLISECONDS);
    }

    int count() {
        return readers.size();
    }

    /** Registers the stream that a page opened. */
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
            // end() may have run before the reader was added
            client.close();
        }
    }

    /** Signals a record to the readers that follow it. */
    void add(Entry entry) {
        for (Reader reader : readers) {
            if (reader.follows(entry)) {
                reader.latest.set(entry);
            }
        }
    }

    private void sendSignals() {
        for (Reader reader : readers) {
            boolean quiet = System.nanoTime() - reader.told > QUIET_NANOS;
            // A reader whose last signal is still being written is slow; it receives the latest one later.
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
     * Ends all streams. The server must still run: if it stops while a stream with a disconnected reader is open, it
     * tries to answer that reader in an endless loop.
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
