package dev.rota.stream.adopted;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Nullable;
import dev.rota.kafka.Topics;
import dev.rota.settings.Names;
import dev.rota.settings.Settings;
import dev.rota.stream.common.ClientSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes the backlog of each unit that this instance decides, for the {@link Backlog} of every instance whose
 * adopted records go to the unit. A small backlog holds no record back, and is published as 0.
 */
public final class Levels implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Levels.class);

    /** The smallest backlog that is published as it is. */
    public static final long PUBLISHED_MIN = Backlog.LEVEL_MAX / 4;

    /** The most backlogs that are published at once; the next ones follow a second later. */
    static final int BATCH_MAX = 1_000;

    /**
     * The number of failed writes in succession that is worth a warning. A new producer fails until it knows the
     * topic's leader, and each write is tried again after a second.
     */
    static final int FAILURES_MIN = 10;

    private final Names names;
    private final Supplier<String> log;
    private final Supplier<Producer<byte[], byte[]>> producers;

    /** The last published backlogs. */
    private final Map<String, Long> published = new ConcurrentHashMap<>();

    /** The number of failed writes since the last that has succeeded. */
    private final AtomicInteger failures = new AtomicInteger();

    private @Nullable Producer<byte[], byte[]> producer;
    private String logId = "";

    /** The last unit of the last batch, which the next batch begins after, so that each unit has its turn. */
    private String lastPublished = "";

    public Levels(Names names, Settings settings, Admin admin) {
        this(
                names,
                () -> Topics.id(admin, names.log()),
                () -> new KafkaProducer<>(
                        new ClientSettings(settings).levelProducer(names),
                        new ByteArraySerializer(),
                        new ByteArraySerializer()));
    }

    /** @param log looks up the id of the log */
    Levels(Names names, Supplier<String> log, Supplier<Producer<byte[], byte[]>> producers) {
        this.names = names;
        this.log = log;
        this.producers = producers;
    }

    /**
     * Publishes the backlogs that have changed; called at most once a second, always by one thread.
     *
     * @param backlogs the backlogs of the units that this instance decides
     * @param known the last backlogs that any instance has published, other than 0
     */
    public void publish(Map<String, Long> backlogs, Map<String, Long> known) {
        // Another instance may now publish the backlog of a unit that this one no longer decides.
        published.keySet().retainAll(backlogs.keySet());
        if (backlogs.isEmpty()) {
            return;
        }
        try {
            if (logId.isEmpty()) {
                logId = log.get();
            }
            publishAll(changed(backlogs, known));
        } catch (KafkaException e) {
            // The cluster does not answer, which the watch over progress reports; it is tried again in a second.
            LOG.debug("levels are not told now", e);
        }
    }

    /** Returns the next batch of backlogs that differ from what was published last. */
    private Map<String, Long> changed(Map<String, Long> backlogs, Map<String, Long> known) {
        Map<String, Long> changed = new TreeMap<>();
        NavigableMap<String, Long> inOrder = new TreeMap<>(backlogs);
        List<Map.Entry<String, Long>> all =
                new ArrayList<>(inOrder.tailMap(lastPublished, false).entrySet());
        all.addAll(inOrder.headMap(lastPublished, true).entrySet());
        for (Map.Entry<String, Long> each : all) {
            long before = published.getOrDefault(each.getKey(), known.getOrDefault(each.getKey(), 0L));
            long shown = each.getValue() < PUBLISHED_MIN ? 0 : each.getValue();
            if (before != shown) {
                changed.put(each.getKey(), shown);
                lastPublished = each.getKey();
            }
            if (changed.size() == BATCH_MAX) {
                break;
            }
        }
        return changed;
    }

    /** Publishes backlogs until a write fails at once: a producer without a connection waits for one each time. */
    private void publishAll(Map<String, Long> levels) {
        for (Map.Entry<String, Long> each : levels.entrySet()) {
            published.put(each.getKey(), each.getValue());
            send(each.getKey(), each.getValue());
            if (!published.containsKey(each.getKey())) {
                return;
            }
        }
    }

    private void send(String unit, long level) {
        Producer<byte[], byte[]> to = producer;
        if (to == null) {
            to = producers.get();
            producer = to;
        }
        byte[] key = Notices.levelKey(logId, unit).getBytes(UTF_8);
        byte[] value = String.valueOf(level).getBytes(UTF_8);
        var unused = to.send(new ProducerRecord<>(names.positions(), key, value), (metadata, failure) -> {
            if (failure == null) {
                failures.set(0);
                return;
            }
            published.remove(unit);
            if (failures.incrementAndGet() == FAILURES_MIN) {
                LOG.warn(
                        "{} does not take the backlog of {}, for which intake may then hold back too few or too many"
                                + " records of adopted topics: {}",
                        names.positions(),
                        unit,
                        failure.getMessage());
            }
        });
    }

    @Override
    public void close() {
        if (producer != null) {
            producer.close(Duration.ZERO);
        }
    }
}
