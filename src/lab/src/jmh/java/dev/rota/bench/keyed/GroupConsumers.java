package dev.rota.bench.keyed;

import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Members of a consumer group, with one thread each, which commit automatically. The number of handlers is that of the
 * members; more than the topic has partitions are of no use.
 */
final class GroupConsumers implements KeyedSystem.Running {

    private static final Duration POLL = Duration.ofMillis(100);

    private final Subscription subscription;
    private final RecordWork work;
    private final ConsumerThreads threads = new ConsumerThreads();
    private volatile boolean running = true;

    GroupConsumers(Subscription subscription, RecordWork work) {
        this.subscription = subscription;
        this.work = work;
        for (int i = 1; i <= subscription.handlers(); i++) {
            threads.start(subscription.member() + "-" + i, this::run);
        }
    }

    private void run() throws InterruptedException {
        Properties properties = subscription.consuming();
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        properties.put(ConsumerConfig.AUTO_COMMIT_INTERVAL_MS_CONFIG, String.valueOf(subscription.commitMs()));
        properties.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, String.valueOf(Subscription.SILENCE_MS_MAX));
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.subscribe(List.of(subscription.topic()));
            while (running) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    work.handle(record.value());
                }
            }
        }
    }

    @Override
    public void close() {
        running = false;
        threads.close();
    }
}
