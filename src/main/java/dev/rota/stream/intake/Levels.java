package dev.rota.stream.intake;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Nullable;
import dev.rota.kafka.Topics;
import dev.rota.settings.Names;
import dev.rota.settings.Settings;
import dev.rota.stream.common.ClientSettings;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the intake of all instances how much waits in the units that this instance decides. Small numbers are not told
 * one by one: they hold nothing back.
 */
public final class Levels implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Levels.class);

    private static final long TOLD_MIN = Backlog.LEVEL_MAX / 4;

    private final Names names;
    private final Settings settings;
    private final Admin admin;
    private final Map<String, Long> told = new ConcurrentHashMap<>();
    private @Nullable Producer<byte[], byte[]> producer;
    private String logId = "";

    public Levels(Names names, Settings settings, Admin admin) {
        this.names = names;
        this.settings = settings;
        this.admin = admin;
    }

    /** Tells what has changed, if the domain adopts topics; called at most once a second, always by one thread. */
    public void tell(Map<String, Long> backlogs) {
        if (names.domain().adoption() == null || (backlogs.isEmpty() && told.isEmpty())) {
            return;
        }
        // A unit that is decided elsewhere is told anew if it returns.
        told.keySet().retainAll(backlogs.keySet());
        Set<String> changed = new HashSet<>();
        backlogs.forEach((unit, level) -> {
            Long before = told.get(unit);
            long shown = level < TOLD_MIN ? 0 : level;
            // A small number at first is worth a record only where topics are adopted.
            if (before == null ? shown > 0 || !names.adopted().isEmpty() : before != shown) {
                told.put(unit, shown);
                changed.add(unit);
            }
        });
        try {
            if (logId.isEmpty()) {
                logId = Topics.id(admin, names.log());
            }
            changed.forEach(this::send);
        } catch (KafkaException e) {
            // The cluster does not answer, which the watch over progress reports; it is told again in a second.
            told.keySet().removeAll(changed);
        }
    }

    private void send(String unit) {
        Producer<byte[], byte[]> to = producer;
        if (to == null) {
            to = new KafkaProducer<>(
                    new ClientSettings(settings).positionsProducer(names),
                    new ByteArraySerializer(),
                    new ByteArraySerializer());
            producer = to;
        }
        byte[] key = Notices.levelKey(logId, unit).getBytes(UTF_8);
        byte[] value = String.valueOf(told.get(unit)).getBytes(UTF_8);
        var unused = to.send(new ProducerRecord<>(names.positions(), key, value), (metadata, failure) -> {
            if (failure != null) {
                told.remove(unit);
                LOG.warn("{} does not take the level of {}: {}", names.positions(), unit, failure.getMessage());
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
