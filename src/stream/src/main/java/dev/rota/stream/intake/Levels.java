package dev.rota.stream.intake;

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
 * Publishes the backlog of each unit that this instance decides and adopted records go to, for the back-pressure of all
 * instances. A small backlog holds nothing back, and is published as 0.
 */
public final class Levels implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Levels.class);

    /** The smallest backlog that is published. */
    public static final long TOLD_MIN = Backlog.LEVEL_MAX / 4;

    /** How many levels are told at once; the others follow a second later. */
    static final int TOLD_AT_ONCE_MAX = 1_000;

    /**
     * The number of refusals in succession of which the log tells. After one, the rest is tried again a second later; a
     * new producer takes nothing until it knows the topic's leader.
     */
    static final int REFUSALS_MIN = 10;

    private final Names names;
    private final Supplier<String> log;
    private final Supplier<Producer<byte[], byte[]>> producers;
    private final Map<String, Long> told = new ConcurrentHashMap<>();

    /** The number of backlogs that were not taken since the last that was. */
    private final AtomicInteger refusals = new AtomicInteger();

    private @Nullable Producer<byte[], byte[]> producer;
    private String logId = "";

    /** The unit after which the next ones are told, so that each has its turn. */
    private String lastTold = "";

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
     * Tells what has changed; called at most once a second, always by one thread.
     *
     * @param backlogs the backlogs that were measured here
     * @param known the backlogs that intake knows, whichever instance has told them; 0 for others
     */
    public void tell(Map<String, Long> backlogs, Map<String, Long> known) {
        // Another instance may publish the backlog of a unit that is not measured here now.
        told.keySet().retainAll(backlogs.keySet());
        if (backlogs.isEmpty()) {
            return;
        }
        try {
            if (logId.isEmpty()) {
                logId = log.get();
            }
            tellAll(changed(backlogs, known));
        } catch (KafkaException e) {
            // The cluster does not answer, which the watch over progress reports; it is told again in a second.
            LOG.debug("levels are not told now", e);
        }
    }

    private Map<String, Long> changed(Map<String, Long> backlogs, Map<String, Long> known) {
        Map<String, Long> changed = new TreeMap<>();
        NavigableMap<String, Long> inOrder = new TreeMap<>(backlogs);
        List<Map.Entry<String, Long>> all =
                new ArrayList<>(inOrder.tailMap(lastTold, false).entrySet());
        all.addAll(inOrder.headMap(lastTold, true).entrySet());
        for (Map.Entry<String, Long> each : all) {
            long before = told.getOrDefault(each.getKey(), known.getOrDefault(each.getKey(), 0L));
            long shown = each.getValue() < TOLD_MIN ? 0 : each.getValue();
            if (before != shown) {
                changed.put(each.getKey(), shown);
                lastTold = each.getKey();
            }
            if (changed.size() == TOLD_AT_ONCE_MAX) {
                break;
            }
        }
        return changed;
    }

    /** Tells levels until one is not taken at once: a producer without a connection would wait for one each time. */
    private void tellAll(Map<String, Long> levels) {
        for (Map.Entry<String, Long> each : levels.entrySet()) {
            told.put(each.getKey(), each.getValue());
            send(each.getKey(), each.getValue());
            if (!told.containsKey(each.getKey())) {
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
                refusals.set(0);
                return;
            }
            told.remove(unit);
            if (refusals.incrementAndGet() == REFUSALS_MIN) {
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
