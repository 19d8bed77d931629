package dev.rota.kafka;

import dev.rota.engine.Nullable;
import dev.rota.engine.SourceRecord;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/** Converts records as a consumer returns them to those that a mapping reads. */
public final class SourceRecords {

    private SourceRecords() {}

    /** The approximate size in memory of a record's other fields, and of those of a header. */
    private static final int RECORD_BYTES = 200;

    private static final int HEADER_BYTES = 48;

    /** Returns the approximate size of a record in memory. */
    public static long bytes(ConsumerRecord<byte[], byte[]> record) {
        long bytes = RECORD_BYTES + size(record.key()) + size(record.value());
        for (Header header : record.headers()) {
            bytes += HEADER_BYTES + header.key().length() + size(header.value());
        }
        return bytes;
    }

    private static long size(@Nullable byte[] part) {
        return part == null ? 0 : part.length;
    }

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
