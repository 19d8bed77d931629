package dev.rota.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Field;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Properties;
import org.apache.kafka.clients.KafkaClient;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

/** Checks what {@link Consumers} relies on inside Kafka's consumer, which a new version may change without notice. */
class ConsumersTest {

    @Test
    void shouldReplaceTheNetworkClientOfTheConsumer() throws Exception {
        Properties properties = new Properties();
        properties.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, "127.0.0.1:1");

        try (Consumer<byte[], byte[]> consumer = Consumers.of(properties)) {
            Object delegate = value(KafkaConsumer.class.getDeclaredField("delegate"), consumer);
            Object network = value(delegate.getClass().getDeclaredField("client"), delegate);
            Object client = value(network.getClass().getDeclaredField("client"), network);
            assertThat(client).isInstanceOf(KafkaClient.class).matches(found -> Proxy.isProxyClass(found.getClass()));
        }
    }

    private static Object value(Field field, Object holder) throws IllegalAccessException {
        field.setAccessible(true);
        return field.get(holder);
    }

    /** The consumer gives up requests to a broker that it cannot connect to. */
    @Test
    void shouldOutliveRequestsThatCouldNotBeSent() throws Exception {
        // given a port without a listener
        Properties properties = new Properties();
        properties.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, "127.0.0.1:1");

        // then
        try (Consumer<byte[], byte[]> consumer = Consumers.of(properties)) {
            assertThatThrownBy(() -> consumer.partitionsFor("facts", Duration.ofSeconds(1)))
                    .isInstanceOf(TimeoutException.class);
        }
    }
}
