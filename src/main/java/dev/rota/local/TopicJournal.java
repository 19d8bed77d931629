package dev.rota.local;

import dev.rota.local.Subjects.Entry;
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
 * A journal in a topic with one partition. It is compacted: it is not evidence, since the log holds every schema that
 * a decision needs.
 */
final class TopicJournal implements Journal {

    static final String TOPIC = "rota-registry";

    private static final TopicPartition PARTITION = new TopicPartition(TOPIC, 0);
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
        // As many replicas as the brokers have by default: one here, three on a local cluster.
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
    public List<Entry> read() {
        List<Entry> entries = new ArrayList<>();
        try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrapServers, "auto.offset.reset", "earliest"),
                new StringDeserializer(),
                new StringDeserializer())) {
            consumer.assign(List.of(PARTITION));
            long end = consumer.endOffsets(List.of(PARTITION)).getOrDefault(PARTITION, 0L);
            while (consumer.position(PARTITION) < end) {
                for (ConsumerRecord<String, String> record : consumer.poll(POLL)) {
                    entries.add(JournalFormat.parse(record.key(), record.value()));
                }
            }
        }
        return entries;
    }

    @Override
    public void append(Entry entry) {
        try {
            producer.send(new ProducerRecord<>(TOPIC, 0, JournalFormat.key(entry), JournalFormat.value(entry)))
                    .get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("expected the journal to take an entry, but " + e.getMessage(), e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static IllegalStateException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new IllegalStateException("interrupted at the registry's journal", e);
    }

    @Override
    public void close() {
        producer.close(Duration.ofSeconds(5));
    }
}
