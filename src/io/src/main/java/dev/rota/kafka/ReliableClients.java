package dev.rota.kafka;

import dev.rota.settings.Settings;
import java.util.Properties;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Creates the Kafka clients of workers and bots, with the reasons for their configuration. A user's settings take
 * precedence unless correctness depends on a value.
 */
public final class ReliableClients {

    private ReliableClients() {}

    /** Creates a consumer of committed records. The caller seeks; there is no reset policy. */
    public static Consumer<byte[], byte[]> consumer(Settings settings) {
        return consumer(settings.kafka());
    }

    private static Consumer<byte[], byte[]> consumer(Properties properties) {
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
        properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
        properties.putIfAbsent(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, "2000");
        return Consumers.of(properties);
    }

    /** Creates such a consumer that reads besides other work, in small responses. */
    public static Consumer<byte[], byte[]> observer(Settings settings) {
        Properties properties = settings.kafka();
        properties.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, "4194304");
        properties.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, "262144");
        return consumer(properties);
    }

    /** Creates the producer of reports, whose sends never time out: a lost report would leave a slot stuck. */
    public static Producer<byte[], byte[]> producer(Settings settings) {
        Properties properties = settings.producing();
        properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, String.valueOf(Integer.MAX_VALUE));
        properties.put(ProducerConfig.RETRIES_CONFIG, String.valueOf(Integer.MAX_VALUE));
        properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, String.valueOf(Long.MAX_VALUE));
        properties.putIfAbsent(ProducerConfig.LINGER_MS_CONFIG, "2");
        properties.putIfAbsent(ProducerConfig.BATCH_SIZE_CONFIG, "131072");
        return new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
    }
}
