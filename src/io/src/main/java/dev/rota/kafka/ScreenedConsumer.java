package dev.rota.kafka;

import java.lang.reflect.Field;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.KafkaClient;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * A consumer of the classic protocol that bounds what it decompresses, and returns records too large for memory as
 * stubs, which {@link Oversized} recognizes. Any producer can write to an input, and what Rota writes itself is
 * compressed as well: a megabyte of a log may be a gigabyte of records.
 *
 * <p>It replaces its network client, for which Kafka has no public interface. A test verifies that with each version of
 * Kafka.
 */
public class ScreenedConsumer extends KafkaConsumer<byte[], byte[]> {

    private final FetchScreen screen = new FetchScreen();

    @SuppressWarnings("this-escape") // only the fields of the superclass are read
    public ScreenedConsumer(Map<String, Object> config) {
        super(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        try {
            Object network = value(field(KafkaConsumer.class, "delegate"), this);
            network = value(field(network.getClass(), "client"), network);
            Field client = field(network.getClass(), "client");
            client.set(network, screen.around((KafkaClient) value(client, network)));
        } catch (ReflectiveOperationException e) {
            super.close();
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

    @Override
    public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
        screen.beginPoll();
        return super.poll(timeout);
    }
}
