package dev.rota.bench.lanes;

import dev.rota.settings.Settings;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** The end offsets of topics at one moment. */
public record TopicEnds(Map<TopicPartition, Long> offsets) {

    public TopicEnds {
        offsets = Map.copyOf(offsets);
    }

    public static TopicEnds now(Settings settings, Collection<String> topics) {
        try (KafkaConsumer<byte[], byte[]> consumer = consumer(settings)) {
            List<TopicPartition> partitions = topics.stream()
                    .flatMap(topic -> consumer.partitionsFor(topic).stream())
                    .map(info -> new TopicPartition(info.topic(), info.partition()))
                    .toList();
            consumer.assign(partitions);
            return new TopicEnds(consumer.endOffsets(partitions));
        }
    }

    /** Passes the records between these ends and later ones to {@code reader}, for topics that are in both. */
    public void read(
            TopicEnds later, Settings settings, java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> reader) {
        try (KafkaConsumer<byte[], byte[]> consumer = consumer(settings)) {
            consumer.assign(offsets.keySet());
            offsets.forEach(consumer::seek);
            while (offsets.keySet().stream().anyMatch(at -> consumer.position(at) < later.end(at))) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(50))) {
                    if (record.offset() < later.end(new TopicPartition(record.topic(), record.partition()))) {
                        reader.accept(record);
                    }
                }
            }
        }
    }

    private long end(TopicPartition partition) {
        return offsets.getOrDefault(partition, 0L);
    }

    private static KafkaConsumer<byte[], byte[]> consumer(Settings settings) {
        Properties properties = settings.kafka();
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, "10000");
        return new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }
}
