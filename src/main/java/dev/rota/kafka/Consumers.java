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
 * Creates consumers that bound what they decompress, and return records too large for memory as stubs, which {@link
 * Oversized} recognizes. Any producer can write to an input, and what Rota writes itself is compressed as well: a
 * megabyte of a log may be a gigabyte of records.
 *
 * <p>It replaces a consumer's network client, for which Kafka has no public interface. A test verifies that with each
 * version of Kafka.
 */
public final class Consumers {

    private Consumers() {}

    /** Creates a consumer of bytes. It uses the classic protocol, whose client can be replaced. */
    public static Consumer<byte[], byte[]> of(Properties properties) {
        properties.put(ConsumerConfig.GROUP_PROTOCOL_CONFIG, "classic");
        return screened(new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer()) {
            /** Leaves the group, even as a static member: other members would wait for the end of its session. */
            @Override
            public void close() {
                close(CloseOptions.groupMembershipOperation(LEAVE_GROUP));
            }
        });
    }

    /** Returns a consumer of the classic protocol after bounding what it decompresses. */
    public static Consumer<byte[], byte[]> screened(KafkaConsumer<byte[], byte[]> consumer) {
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
