package dev.rota.kafka;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Properties;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

class ConsumersTest {

    /** The consumer gives up requests to a broker that it cannot connect to. */
    @Test
    void shouldOutliveRequestsThatCouldNotBeSent() throws Exception {
        // given a port that nobody listens on
        Properties properties = new Properties();
        properties.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, "127.0.0.1:1");

        // then
        try (Consumer<byte[], byte[]> consumer = Consumers.of(properties)) {
            assertThatThrownBy(() -> consumer.partitionsFor("facts", Duration.ofSeconds(1)))
                    .isInstanceOf(TimeoutException.class);
        }
    }
}
