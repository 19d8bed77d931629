package dev.rota.audit.files;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.Base64Variants;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import dev.rota.audit.evidence.StoredRecord;
import dev.rota.audit.evidence.StoredRecord.StoredHeader;
import dev.rota.engine.Nullable;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;

/** The JSON form of a record: offset, time, and key, headers and value in base64. Read and written as a stream. */
final class RecordJson {

    /**
     * The number of bytes of a key, header or value that reading keeps. Log records and outputs that Rota wrote are
     * smaller, and the log keeps less of a larger input, so the rest is never compared.
     */
    static final int KEPT_BYTES_MAX = 2_000_000;

    /** The number of a record's headers that reading keeps; Rota writes fewer than ten. */
    static final int KEPT_HEADERS_MAX = 2_100;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(10)
                    .maxNameLength(1_000)
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private RecordJson() {}

    static void write(StoredRecord record, OutputStream out) throws IOException {
        try (JsonGenerator json = FACTORY.createGenerator(out)) {
            json.disable(JsonGenerator.Feature.FLUSH_PASSED_TO_STREAM);
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
    }

    private static void bytes(JsonGenerator json, String name, @Nullable byte[] bytes) throws IOException {
        json.writeFieldName(name);
        if (bytes == null) {
            json.writeNull();
        } else {
            json.writeBinary(bytes);
        }
    }

    /** Reads one record; throws an {@link IOException} if there is none, or if anything follows it. */
    static StoredRecord read(String topic, int partition, InputStream in) throws IOException {
        try (JsonParser json = FACTORY.createParser(in)) {
            Fields fields = new Fields();
            expect(json.nextToken() == JsonToken.START_OBJECT, "an object");
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                json.nextToken();
                field(json, name, fields);
            }
            expect(json.currentToken() == JsonToken.END_OBJECT && json.nextToken() == null, "one object");
            expect(fields.offset != null && fields.time != null, "an offset and a time");
            return new StoredRecord(
                    topic,
                    partition,
                    fields.offset == null ? 0 : fields.offset,
                    fields.time == null ? 0 : fields.time,
                    fields.key,
                    fields.headers,
                    fields.value);
        }
    }

    private static void field(JsonParser json, String name, Fields fields) throws IOException {
        switch (name) {
            case "offset" -> fields.offset = number(json);
            case "time" -> fields.time = number(json);
            case "key" -> fields.key = bytes(json);
            case "value" -> fields.value = bytes(json);
            case "headers" -> headers(json, fields.headers);
            default -> expect(false, "the fields of a record");
        }
    }

    private static void headers(JsonParser json, List<StoredHeader> headers) throws IOException {
        expect(json.currentToken() == JsonToken.START_ARRAY, "an array of headers");
        while (json.nextToken() == JsonToken.START_OBJECT) {
            String name = "";
            byte[] value = null;
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String field = json.currentName();
                json.nextToken();
                if (field.equals("name")) {
                    name = text(json);
                } else {
                    expect(field.equals("value"), "the fields of a header");
                    value = bytes(json);
                }
            }
            if (headers.size() < KEPT_HEADERS_MAX) {
                headers.add(new StoredHeader(name, value));
            }
        }
        expect(json.currentToken() == JsonToken.END_ARRAY, "the end of an array of headers");
    }

    private static long number(JsonParser json) throws IOException {
        expect(json.currentToken() == JsonToken.VALUE_NUMBER_INT, "a whole number");
        return json.getLongValue();
    }

    private static String text(JsonParser json) throws IOException {
        expect(json.currentToken() == JsonToken.VALUE_STRING, "a text");
        Kept kept = new Kept();
        Writer writer = new OutputStreamWriter(kept, UTF_8);
        json.getText(writer);
        writer.flush();
        return kept.toString(UTF_8);
    }

    private static @Nullable byte[] bytes(JsonParser json) throws IOException {
        if (json.currentToken() == JsonToken.VALUE_NULL) {
            return null;
        }
        expect(json.currentToken() == JsonToken.VALUE_STRING, "base64");
        Kept kept = new Kept();
        json.readBinaryValue(Base64Variants.MIME_NO_LINEFEEDS, kept);
        return kept.toByteArray();
    }

    private static void expect(boolean holds, String what) throws IOException {
        if (!holds) {
            throw new IOException("expected " + what);
        }
    }

    private static final class Fields {
        private @Nullable Long offset;
        private @Nullable Long time;
        private final List<StoredHeader> headers = new ArrayList<>();

        @Nullable
        private byte[] key;

        @Nullable
        private byte[] value;
    }

    /** A stream that accepts any number of bytes and keeps the first ones. */
    private static final class Kept extends ByteArrayOutputStream {
        @Override
        public synchronized void write(int b) {
            if (size() < KEPT_BYTES_MAX) {
                super.write(b);
            }
        }

        @Override
        public synchronized void write(byte[] bytes, int from, int length) {
            super.write(bytes, from, Math.min(length, KEPT_BYTES_MAX - size()));
        }
    }
}
