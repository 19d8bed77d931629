package dev.rota.kafka;

import dev.rota.engine.SourceRecord;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/** Converts records as a consumer returns them to those that a mapping reads. */
public final class SourceRecords {

    private SourceRecords() {}

    /** Returns a record of the topic with the given id. */
    public static SourceRecord of(ConsumerRecord<byte[], byte[]> record, String topicId) {
        List<SourceRecord.Header> headers = new ArrayList<>();
        for (Header header : record.headers()) {
            headers.add(new SourceRecord.Header(header.key(), header.value()));
        }
        return new SourceRecord(
                topicId, record.topic(), record.partition(), record.offset(), record.key(), headers, record.value());
    }
}
