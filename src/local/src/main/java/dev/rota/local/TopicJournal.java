package dev.rota.local;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.local.RegistryBook.Version;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * A journal in a topic with one partition. The topic is compacted: it is not evidence, since the log contains every
 * schema that a decision needs.
 */
final class TopicJournal implements Journal {

    static final String TOPIC = "rota-registry";

    private static final TopicPartition PARTITION = new TopicPartition(TOPIC, 0);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration POLL = Duration.ofMillis(500);

    private final String bootstrapServers;
    private final KafkaProducer<String, String> producer;

    TopicJournal(String bootstrapServers) {
        this.bootstrapServers = bootstrapServers;
        create();
        this.producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrapServers, "acks", "all", "linger.ms", 0),
                new StringSerializer(),
                new StringSerializer());
    }

    private void create() {
        // The topic has the brokers' default number of replicas: one here, three on a local cluster.
        NewTopic topic =
                new NewTopic(TOPIC, Optional.of(1), Optional.empty()).configs(Map.of("cleanup.policy", "compact"));
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
            admin.createTopics(List.of(topic)).all().get();
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw new NotStarted("expected to create the topic " + TOPIC + ", but " + e.getMessage(), e);
            }
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    @Override
    public List<Version> read() {
        List<Version> versions = new ArrayList<>();
        try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrapServers, "auto.offset.reset", "earliest"),
                new StringDeserializer(),
                new StringDeserializer())) {
            consumer.assign(List.of(PARTITION));
            long end = consumer.endOffsets(List.of(PARTITION)).getOrDefault(PARTITION, 0L);
            while (consumer.position(PARTITION) < end) {
                for (ConsumerRecord<String, String> record : consumer.poll(POLL)) {
                    versions.add(parsed(record.key(), record.value()));
                }
            }
        }
        return versions;
    }

    @Override
    public void append(Version version) {
        try {
            producer.send(new ProducerRecord<>(TOPIC, 0, key(version), value(version)))
                    .get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("expected to append to the registry's journal, but " + e.getMessage(), e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static String key(Version version) {
        return JSON.createObjectNode()
                .put("subject", version.subject())
                .put("version", version.version())
                .toString();
    }

    private static String value(Version version) {
        return JSON.createObjectNode()
                .put("id", version.id())
                .put("schema", version.schema())
                .toString();
    }

    private static Version parsed(String key, String value) {
        try {
            JsonNode of = JSON.readTree(key);
            JsonNode is = JSON.readTree(value);
            return new Version(
                    of.path("subject").asText(),
                    of.path("version").asInt(),
                    is.path("id").asInt(),
                    is.path("schema").asText());
        } catch (JsonProcessingException e) {
            throw new NotStarted("expected an entry of the registry's journal, but it is " + key + " = " + value, e);
        }
    }

    private static IllegalStateException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new IllegalStateException("interrupted while reading or writing the registry's journal", e);
    }

    @Override
    public void close() {
        producer.close(Duration.ofSeconds(5));
    }
}
