package dev.rota.sim;

import dev.rota.engine.Nullable;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;

/**
 * A stored record, or the marker that ends a transaction in its partition.
 *
 * @param producer the producer's id if the record belongs to a transaction, else -1
 */
record SimRecord(
        long offset,
        long timestamp,
        @Nullable byte[] key,
        @Nullable byte[] value,
        List<Header> headers,
        long producer,
        boolean isMarker) {

    static final long NO_TRANSACTION = -1;

    /**
     * A record as it is sent.
     *
     * @param timestamp null if the producer sets none
     */
    record Sent(
            @Nullable Long timestamp,
            @Nullable byte[] key,
            @Nullable byte[] value,
            List<Header> headers) {

        static Sent of(ProducerRecord<byte[], byte[]> record) {
            return new Sent(
                    record.timestamp(),
                    record.key(),
                    record.value(),
                    List.of(record.headers().toArray()));
        }

        /** Creates a record without a key. */
        static Sent of(byte[] value) {
            return new Sent(null, null, value, List.of());
        }
    }

    SimRecord {
        headers = List.copyOf(headers);
    }

    /** Returns the record as a consumer gets it. */
    ConsumerRecord<byte[], byte[]> toClient(TopicPartition at) {
        return new ConsumerRecord<>(
                at.topic(),
                at.partition(),
                offset,
                timestamp,
                TimestampType.CREATE_TIME,
                key == null ? -1 : key.length,
                value == null ? -1 : value.length,
                key,
                value,
                new RecordHeaders(headers),
                Optional.empty());
    }
}
