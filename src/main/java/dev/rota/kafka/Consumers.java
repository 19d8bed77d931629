package dev.rota.kafka;

import static org.apache.kafka.clients.consumer.CloseOptions.GroupMembershipOperation.LEAVE_GROUP;

import java.lang.reflect.Field;
import java.util.Properties;
import org.apache.kafka.clients.KafkaClient;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Creates consumers of topics to which any producer can write. They return records too large for memory as stubs, which
 * {@link Oversized} recognizes.
 *
 *
 * <p>It replaces a consumer's network client, for which Kafka has no public interface. A test verifies that with each
 * version of Kafka.
 */
public final class Consumers {

    private Consumers() {}

    /** Creates a consumer of bytes. It uses the classic protocol, whose client can be replaced. */
    public static Consumer<byte[], byte[]> of(Properties properties) {
        properties.put(ConsumerConfig.GROUP_PROTOCOL_CONFIG, "classic");
        KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer()) {
                    /**
                     * Leaves the group, even as a static member: other members would wait for the end of its session.
                     */
                    @Override
                    public void close() {
                        close(CloseOptions.groupMembershipOperation(LEAVE_GROUP));
                    }
                };
        try {
            Object network = value(field(KafkaConsumer.class, "delegate"), consumer);
            network = value(field(network.getClass(), "client"), network);
            Field client = field(network.getClass(), "client");
            client.set(network, new FetchScreen().around((KafkaClient) value(client, network)));
            return consumer;
        } catch (ReflectiveOperationException e) {
            consumer.close();
            throw new IllegalStateException("expected the fields of a classic consumer of Kafka 4.4, but " + e, e);
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
