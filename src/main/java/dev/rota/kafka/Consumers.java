package dev.rota.kafka;

import java.lang.reflect.Field;
import java.util.Properties;
import org.apache.kafka.clients.KafkaClient;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Makes consumers of topics that others can write to. Records too large to be held in memory reach them as stubs, which
 * {@link Oversized} tells apart.
 *
 * <p>It takes the place of a consumer's network client, which no public interface offers. A test holds each new version
 * of Kafka to it.
 */
public final class Consumers {

    private Consumers() {}

    /** A consumer of bytes. It speaks the classic protocol, whose client can be screened. */
    public static Consumer<byte[], byte[]> of(Properties properties) {
        properties.put(ConsumerConfig.GROUP_PROTOCOL_CONFIG, "classic");
        KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        try {
            Object network = value(field(KafkaConsumer.class, "delegate"), consumer);
            network = value(field(network.getClass(), "client"), network);
            Field client = field(network.getClass(), "client");
            client.set(network, new FetchScreen().around((KafkaClient) value(client, network)));
            return consumer;
        } catch (ReflectiveOperationException e) {
            consumer.close();
            throw new IllegalStateException("expected a consumer of Kafka 4.3 inside, but " + e, e);
        }
    }

    private static Field field(Class<?> type, String name) throws NoSuchFieldException {
        Field field = type.getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }

    private static Object value(Field field, Object holder) throws IllegalAccessException {
        return field.get(holder);
    }
}
