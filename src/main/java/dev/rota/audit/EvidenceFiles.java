package dev.rota.audit;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.rota.audit.StoredRecord.StoredHeader;
import dev.rota.engine.Nullable;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * How evidence stands in files: {@code evidence.json} says what there is, and each partition is a file of JSON lines,
 * {@code TOPIC-PARTITION.jsonl}, a record a line: offset, time, and key, headers and value in base64.
 */
final class EvidenceFiles {

    static final String MANIFEST = "evidence.json";

    static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();
    private static final JsonFactory FACTORY = new JsonFactory();

    private EvidenceFiles() {}

    static Path file(Path folder, String topic, int partition) {
        return folder.resolve(topic + "-" + partition + ".jsonl");
    }

    /** Writes the records of a partition; how many there were. */
    static long write(Path folder, String topic, int partition, Evidence.Records records) throws IOException {
        long count = 0;
        try (BufferedWriter out = Files.newBufferedWriter(file(folder, topic, partition), StandardCharsets.UTF_8)) {
            for (StoredRecord record = records.next(); record != null; record = records.next()) {
                out.write(line(record));
                out.newLine();
                count++;
            }
        }
        return count;
    }

    private static String line(StoredRecord record) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            json.writeStartObject();
            json.writeNumberField("offset", record.offset());
            json.writeNumberField("time", record.time());
            bytes(json, "key", record.key());
            json.writeArrayFieldStart("headers");
            for (StoredHeader header : record.headers()) {
                json.writeStartObject();
                json.writeStringField("name", header.name());
                bytes(json, "value", header.value());
                json.writeEndObject();
            }
            json.writeEndArray();
            bytes(json, "value", record.value());
            json.writeEndObject();
        }
        return text.toString();
    }

    private static void bytes(JsonGenerator json, String name, @Nullable byte[] bytes) throws IOException {
        json.writeFieldName(name);
        if (bytes == null) {
            json.writeNull();
        } else {
            json.writeString(Base64.getEncoder().encodeToString(bytes));
        }
    }

    /** The record of a line; throws {@link Evidence.Unreadable} where it is none. */
    static StoredRecord read(String topic, int partition, String line, String at) {
        try {
            JsonNode node = JSON.readTree(line);
            List<StoredHeader> headers = new ArrayList<>();
            for (JsonNode header : node.path("headers")) {
                headers.add(new StoredHeader(header.path("name").asText(), bytes(header.path("value"))));
            }
            if (!node.path("offset").isIntegralNumber() || !node.path("time").isIntegralNumber()) {
                throw Evidence.Unreadable.one(at, "expected an offset and a time, but the line has none");
            }
            return new StoredRecord(
                    topic,
                    partition,
                    node.path("offset").longValue(),
                    node.path("time").longValue(),
                    bytes(node.path("key")),
                    headers,
                    bytes(node.path("value")));
        } catch (IOException e) {
            throw Evidence.Unreadable.one(at, "expected a line of JSON, but it is broken");
        } catch (IllegalArgumentException e) {
            throw Evidence.Unreadable.one(at, "expected base64, but it is broken");
        }
    }

    private static @Nullable byte[] bytes(JsonNode node) {
        return node.isTextual() ? Base64.getDecoder().decode(node.textValue()) : null;
    }
}
