package dev.rota.worker;

import dev.rota.kafka.Consumers;
import dev.rota.settings.Settings;
import java.util.Properties;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** How a worker's Kafka clients are set up, and why. What a user sets wins where nothing rests on it. */
public final class WorkerClients {

    private WorkerClients() {}

    /** Reads committed records, from positions that are given and never guessed. */
    public static Consumer<byte[], byte[]> consumer(Settings settings) {
        Properties properties = settings.kafka();
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
        properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
        properties.putIfAbsent(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, "2000");
        return Consumers.of(properties);
    }

    /** A report waits for its broker however long that takes: one that is lost would leave its slot stuck. */
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
