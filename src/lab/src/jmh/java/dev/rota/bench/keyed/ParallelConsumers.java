package dev.rota.bench.keyed;

import io.confluent.parallelconsumer.ParallelConsumerOptions;
import io.confluent.parallelconsumer.ParallelConsumerOptions.ProcessingOrder;
import io.confluent.parallelconsumer.ParallelStreamProcessor;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Confluent's parallel consumer, in the order of keys, with its defaults. */
final class ParallelConsumers implements KeyedSystem.Running {

    private final ParallelStreamProcessor<byte[], byte[]> processor;

    ParallelConsumers(Subscription subscription, RecordWork work) {
        Properties properties = subscription.consuming();
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
        properties.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, String.valueOf(Subscription.SILENCE_MS_MAX));
        processor = ParallelStreamProcessor.createEosStreamProcessor(ParallelConsumerOptions.<byte[], byte[]>builder()
                .consumer(new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer()))
                .ordering(ProcessingOrder.KEY)
                .maxConcurrency(subscription.handlers())
                .commitInterval(Duration.ofMillis(subscription.commitMs()))
                .build());
        processor.subscribe(List.of(subscription.topic()));
        processor.poll(context -> {
            try {
                work.handle(context.getSingleConsumerRecord().value());
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    @Override
    public void close() {
        processor.closeDontDrainFirst();
    }
}
