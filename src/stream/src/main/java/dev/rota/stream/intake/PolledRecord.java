package dev.rota.stream.intake;

import dev.rota.engine.log.Source;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** A polled record with the id of its topic. */
public record PolledRecord(ConsumerRecord<byte[], byte[]> record, String topicId) {

    public String topic() {
        return record.topic();
    }

    public TopicPartition partition() {
        return partition(record);
    }

    public Source source() {
        return new Source(record.topic(), record.partition(), record.offset(), topicId);
    }

    static TopicPartition partition(ConsumerRecord<?, ?> record) {
        return new TopicPartition(record.topic(), record.partition());
    }
}
