package dev.rota.settings;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;

/**
 * The keys under {@code kafka.} and {@code streams.} that Kafka supports. Its clients only log a warning about any
 * other, and a misspelled {@code security.protocol} would send passwords in clear text. Without {@link StreamsKeys} on the
 * class path, in a client, any key under {@code streams.} is accepted: it is for the schedulers that share the file.
 */
final class KafkaKeys {

    static final String CLIENTS = "kafka.";
    static final String STREAMS = "streams.";

    /** The beginnings of keys that continue with a name of the user's choice. */
    private static final List<String> OPEN = List.of("config.providers.", "metrics.context.");

    private static final List<StreamsKeys> IN_STREAMS =
            ServiceLoader.load(StreamsKeys.class, KafkaKeys.class.getClassLoader()).stream()
                    .map(ServiceLoader.Provider::get)
                    .toList();

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
        IN_STREAMS.forEach(streams -> add(keys, STREAMS, streams.names()));
        return keys;
    }

    /** Returns whether a key continues with a name of the user's choice. */
    static boolean isOpen(String key) {
        return (IN_STREAMS.isEmpty() && key.startsWith(STREAMS))
                || OPEN.stream().anyMatch(open -> key.startsWith(CLIENTS + open) || key.startsWith(STREAMS + open));
    }

    /** Returns whether a key belongs to Kafka's clients or to Kafka Streams. */
    static boolean claims(String key) {
        return key.startsWith(CLIENTS) || key.startsWith(STREAMS);
    }

    private static void add(Collection<String> keys, String prefix, Collection<String> names) {
        names.forEach(name -> keys.add(prefix + name));
        StreamsKeys.UNDEFINED.forEach(name -> keys.add(prefix + name));
    }
}
