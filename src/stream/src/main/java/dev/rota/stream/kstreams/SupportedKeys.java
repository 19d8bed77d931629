package dev.rota.stream.kstreams;

import dev.rota.settings.StreamsKeys;
import java.lang.reflect.Field;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.streams.StreamsConfig;

/** The keys of this version of Kafka Streams, its own and those that it passes to its clients. */
public final class SupportedKeys implements StreamsKeys {

    @Override
    public Set<String> names() {
        Set<String> names = new TreeSet<>(StreamsConfig.configDef().names());
        add(names, StreamsConfig.CONSUMER_PREFIX, ConsumerConfig.configNames());
        add(names, StreamsConfig.MAIN_CONSUMER_PREFIX, ConsumerConfig.configNames());
        add(names, StreamsConfig.RESTORE_CONSUMER_PREFIX, ConsumerConfig.configNames());
        add(names, StreamsConfig.GLOBAL_CONSUMER_PREFIX, ConsumerConfig.configNames());
        add(names, StreamsConfig.PRODUCER_PREFIX, ProducerConfig.configNames());
        add(names, StreamsConfig.ADMIN_CLIENT_PREFIX, AdminClientConfig.configNames());
        add(names, StreamsConfig.TOPIC_PREFIX, topics());
        return names;
    }

    private static void add(Set<String> names, String prefix, Set<String> more) {
        more.forEach(name -> names.add(prefix + name));
        UNDEFINED.forEach(name -> names.add(prefix + name));
    }

    /** Returns the names of topic settings. Kafka has no list of them for clients, only constants. */
    private static Set<String> topics() {
        Set<String> names = new TreeSet<>();
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
