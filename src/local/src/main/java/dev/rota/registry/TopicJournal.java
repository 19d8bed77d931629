package dev.rota.registry;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.engine.Nullable;
import dev.rota.kafka.AdminAnswers;
import dev.rota.kafka.Consumers;
import dev.rota.local.NotStarted;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A journal in a topic with one partition. The topic is compacted, and each entry has a key of its own, so that no entry
 * is ever removed: the rank of an entry must not change. It is not evidence, since the log contains every schema that a
 * decision needs.
 */
final class TopicJournal implements Journal {

    private static final Logger LOG = LoggerFactory.getLogger(TopicJournal.class);
    private static final ObjectMapper JSON = new ObjectMapper();

    /** The time within which brokers answer. A client of the registry waits for that long, and tries again. */
    private static final Duration ANSWER_MAX = Duration.ofSeconds(10);

    private static final Duration POLL = Duration.ofMillis(500);

    private final String topic;
    private final TopicPartition partition;
    private final KafkaProducer<byte[], byte[]> producer;

    /** Guards the consumer, which reads for all threads: each needs the entries of all. */
    private final ReentrantLock reading = new ReentrantLock();

    private final org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> consumer;

    /** Opens the journal of a topic, and creates the topic if it does not exist. */
    TopicJournal(RegistryTopic of) {
        this.topic = of.name();
        this.partition = new TopicPartition(topic, 0);
        create(of);
        this.producer =
                new KafkaProducer<>(producing(of.clients()), new ByteArraySerializer(), new ByteArraySerializer());
        this.consumer = Consumers.of(consuming(of.clients()));
        consumer.assign(List.of(partition));
        consumer.seekToBeginning(List.of(partition));
    }

    private static Properties producing(Properties clients) {
        Properties properties = bounded(clients);
        properties.put("acks", "all");
        properties.put("enable.idempotence", "true");
        properties.put("linger.ms", "0");
        properties.put("max.block.ms", String.valueOf(ANSWER_MAX.toMillis()));
        properties.put("delivery.timeout.ms", String.valueOf(ANSWER_MAX.toMillis()));
        return properties;
    }

    private static Properties consuming(Properties clients) {
        Properties properties = bounded(clients);
        // If the topic loses records, this must end with a reason: reading it anew would give other ids.
        properties.put("auto.offset.reset", "none");
        properties.put("allow.auto.create.topics", "false");
        return properties;
    }

    private static Properties bounded(Properties clients) {
        Properties properties = new Properties();
        properties.putAll(clients);
        properties.put("request.timeout.ms", String.valueOf(ANSWER_MAX.toMillis() / 2));
        properties.put("default.api.timeout.ms", String.valueOf(ANSWER_MAX.toMillis()));
        return properties;
    }

    private static void create(RegistryTopic of) {
        Map<String, String> configuration = new HashMap<>(of.configuration());
        configuration.put("cleanup.policy", "compact");
        configuration.put("unclean.leader.election.enable", "false");
        NewTopic topic = new NewTopic(of.name(), Optional.of(1), of.replicas()).configs(configuration);
        try (Admin admin = Admin.create(of.clients())) {
            AdminAnswers.get(admin.createTopics(List.of(topic)).all());
        } catch (TopicExistsException e) {
            LOG.debug("another registry has created the topic {}", of.name());
        } catch (KafkaException e) {
            throw new NotStarted("expected to create the topic " + of.name() + ", but " + AdminAnswers.why(e), e);
        }
    }

    @Override
    public void readNew(java.util.function.Consumer<Entry> reader) {
        long deadline = System.nanoTime() + ANSWER_MAX.toNanos();
        try {
            if (!reading.tryLock(ANSWER_MAX.toMillis(), TimeUnit.MILLISECONDS)) {
                throw unavailable("read", "no broker answered in time", null);
            }
        } catch (InterruptedException e) {
            throw interrupted("read", e);
        }
        try {
            long end = consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
            if (consumer.position(partition) > end) {
                throw unavailable("read", "it has lost entries: it was deleted and created anew, or truncated", null);
            }
            while (consumer.position(partition) < end) {
                if (System.nanoTime() - deadline > 0) {
                    throw unavailable("read", "no broker answered in time", null);
                }
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    parsed(record).ifPresent(reader);
                }
            }
        } catch (OffsetOutOfRangeException e) {
            throw unavailable("read", "it has lost entries: it was deleted and created anew, or truncated", e);
        } catch (WakeupException e) {
            throw unavailable("read", "the registry ends", e);
        } catch (KafkaException e) {
            throw unavailable("read", AdminAnswers.why(e), e);
        } finally {
            reading.unlock();
        }
    }

    @Override
    public void append(Entry entry) {
        try {
            producer.send(new ProducerRecord<>(topic, 0, key(entry), value(entry)))
                    .get();
        } catch (ExecutionException e) {
            Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
            throw unavailable("written", AdminAnswers.why(cause), cause);
        } catch (KafkaException e) {
            throw unavailable("written", AdminAnswers.why(e), e);
        } catch (InterruptedException e) {
            throw interrupted("written", e);
        }
    }

    /** Returns a key that no other entry has: with equal ones, the topic would keep the last entry only. */
    private static byte[] key(Entry entry) {
        return JSON.createObjectNode()
                .put("subject", entry.subject())
                .put("version", entry.version())
                .put("entry", UUID.randomUUID().toString())
                .toString()
                .getBytes(UTF_8);
    }

    private static byte[] value(Entry entry) {
        return JSON.createObjectNode().put("schema", entry.schema()).toString().getBytes(UTF_8);
    }

    private static Optional<Entry> parsed(ConsumerRecord<byte[], byte[]> record) {
        if (record.key() != null && record.value() != null) {
            try {
                JsonNode of = JSON.readTree(new String(record.key(), UTF_8));
                JsonNode is = JSON.readTree(new String(record.value(), UTF_8));
                if (of.path("subject").isTextual()
                        && of.path("version").isInt()
                        && is.path("schema").isTextual()) {
                    return Optional.of(new Entry(
                            of.path("subject").asText(),
                            of.path("version").asInt(),
                            is.path("schema").asText()));
                }
            } catch (JsonProcessingException e) {
                LOG.debug("not JSON", e);
            }
        }
        LOG.warn(
                "Record {} of {} is not an entry of a registry and is skipped by all of them",
                record.offset(),
                record.topic());
        return Optional.empty();
    }

    private JournalUnavailable unavailable(String done, String why, @Nullable Throwable cause) {
        return new JournalUnavailable("expected the topic " + topic + " to be " + done + ", but " + why, cause);
    }

    private JournalUnavailable interrupted(String done, InterruptedException e) {
        Thread.currentThread().interrupt();
        return unavailable(done, "the registry ends", e);
    }

    @Override
    public void close() {
        producer.close(Duration.ZERO);
        consumer.wakeup();
        reading.lock();
        try {
            // It is in no group, so there is nothing to wait for.
            consumer.close(CloseOptions.timeout(Duration.ZERO));
        } finally {
            reading.unlock();
        }
    }
}
