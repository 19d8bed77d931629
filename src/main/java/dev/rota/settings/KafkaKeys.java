package dev.rota.settings;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.streams.StreamsConfig;

/**
 * The keys under {@code kafka.} and {@code streams.} that Kafka supports. Its clients only log a warning about any
 * other, and a misspelled {@code security.protocol} would send passwords in clear text.
 */
final class KafkaKeys {

    static final String CLIENTS = "kafka.";
    static final String STREAMS = "streams.";

    /** Keys that clients read although no definition contains them. */
    private static final List<String> UNDEFINED = List.of("metrics.jmx.include", "metrics.jmx.exclude");

    /** The beginnings of keys that continue with a name of the user's choice. */
    private static final List<String> OPEN = List.of("config.providers.", "metrics.context.");

    /** The keys whose names Kafka fixes. */
    static final SortedSet<String> ALL = Collections.unmodifiableSortedSet(all());

    private KafkaKeys() {}

    private static SortedSet<String> all() {
        SortedSet<String> keys = new TreeSet<>();
        Set<String> consumer = ConsumerConfig.configNames();
        Set<String> producer = ProducerConfig.configNames();
        Set<String> admin = AdminClientConfig.configNames();
        for (Set<String> names : List.of(consumer, producer, admin)) {
            add(keys, CLIENTS, names);
            add(keys, STREAMS, names);
        }
        add(keys, STREAMS, StreamsConfig.configDef().names());
        add(keys, STREAMS + StreamsConfig.CONSUMER_PREFIX, consumer);
        add(keys, STREAMS + StreamsConfig.MAIN_CONSUMER_PREFIX, consumer);
        add(keys, STREAMS + StreamsConfig.RESTORE_CONSUMER_PREFIX, consumer);
        add(keys, STREAMS + StreamsConfig.GLOBAL_CONSUMER_PREFIX, consumer);
        add(keys, STREAMS + StreamsConfig.PRODUCER_PREFIX, producer);
        add(keys, STREAMS + StreamsConfig.ADMIN_CLIENT_PREFIX, admin);
        add(keys, STREAMS + StreamsConfig.TOPIC_PREFIX, topics());
        return keys;
    }

    /** Returns whether a key continues with a name of the user's choice. */
    static boolean isOpen(String key) {
        return OPEN.stream().anyMatch(open -> key.startsWith(CLIENTS + open) || key.startsWith(STREAMS + open));
    }

    /** Returns whether a key belongs to Kafka's clients or to Kafka Streams. */
    static boolean claims(String key) {
        return key.startsWith(CLIENTS) || key.startsWith(STREAMS);
    }

    private static void add(Collection<String> keys, String prefix, Collection<String> names) {
        names.forEach(name -> keys.add(prefix + name));
        UNDEFINED.forEach(name -> keys.add(prefix + name));
    }

    /** Returns the names of topic settings. Kafka has no list of them for clients, only constants. */
    private static List<String> topics() {
        List<String> names = new ArrayList<>();
        for (Field field : TopicConfig.class.getFields()) {
            if (field.getName().endsWith("_CONFIG")) {
                try {
                    names.add(String.valueOf(field.get(null)));
                } catch (IllegalAccessException e) {
                    throw new IllegalStateException("expected a public constant " + field.getName(), e);
                }
            }
        }
        return names;
    }
}
