package dev.rota.audit.evidence;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Nullable;
import dev.rota.engine.SourceRecord;
import java.util.List;

/** A record as stored in a topic. */
public record StoredRecord(
        String topic,
        int partition,
        long offset,
        long time,
        @Nullable byte[] key,
        List<StoredHeader> headers,
        @Nullable byte[] value) {

    public record StoredHeader(String name, @Nullable byte[] value) {}

    /** Returns the record as one that a mapping reads. */
    public SourceRecord source(String topicId) {
        return new SourceRecord(
                topicId,
                topic,
                partition,
                offset,
                key,
                headers.stream()
                        .map(header -> new SourceRecord.Header(header.name(), header.value()))
                        .toList(),
                value);
    }

    public String at() {
        return topic + "/" + partition + "/" + offset;
    }

    /** Returns the record's approximate size in memory. */
    public long bytes() {
        long bytes = 96L + (key == null ? 0 : key.length) + (value == null ? 0 : value.length);
        for (StoredHeader header : headers) {
            bytes += 48L + header.name().length() + (header.value() == null ? 0 : header.value().length);
        }
        return bytes;
    }

    /** Returns the value of the last header of a name, or null if there is none. */
    @Nullable
    public byte[] header(String name) {
        for (int i = headers.size() - 1; i >= 0; i--) {
            if (headers.get(i).name().equals(name)) {
                return headers.get(i).value();
            }
        }
        return null;
    }

    /** Returns the value of the last header of a name as text, or "" if there is none. */
    public String headerText(String name) {
        byte[] value = header(name);
        return value == null ? "" : new String(value, UTF_8);
    }
}
