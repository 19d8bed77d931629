package dev.rota.serde;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.rota.engine.Bytes;
import dev.rota.engine.Nullable;
import dev.rota.engine.schema.Avro;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericFixed;
import org.apache.avro.specific.SpecificRecord;

/** Writes the values of generated records, with fields in schema order. */
final class PlainJsonWriter {

    private PlainJsonWriter() {}

    static void write(Schema schema, @Nullable Object value, JsonGenerator out) throws IOException {
        if (schema.getType() == Schema.Type.UNION) {
            union(schema, value, out);
        } else if (value == null) {
            out.writeNull();
        } else {
            present(schema, value, out);
        }
    }

    private static void present(Schema schema, Object value, JsonGenerator out) throws IOException {
        switch (schema.getType()) {
            case RECORD -> record(schema, (SpecificRecord) value, out);
            case ARRAY -> {
                out.writeStartArray();
                for (Object item : (List<?>) value) {
                    write(schema.getElementType(), item, out);
                }
                out.writeEndArray();
            }
            case MAP -> map(schema, (Map<?, ?>) value, out);
            case ENUM, STRING -> out.writeString(value.toString());
            case BYTES -> out.writeBinary(Bytes.of((ByteBuffer) value));
            case FIXED -> out.writeBinary(((GenericFixed) value).bytes());
            case INT -> out.writeNumber((Integer) value);
            case LONG -> out.writeNumber((Long) value);
            // NaN and the infinities, for which JSON has no numbers, are strings: NaN, Infinity, -Infinity.
            case FLOAT -> out.writeNumber((Float) value);
            case DOUBLE -> out.writeNumber((Double) value);
            case BOOLEAN -> out.writeBoolean((Boolean) value);
            default -> throw new IllegalStateException("expected null, but it is " + value);
        }
    }

    private static void record(Schema schema, SpecificRecord record, JsonGenerator out) throws IOException {
        out.writeStartObject();
        for (Schema.Field field : schema.getFields()) {
            out.writeFieldName(field.name());
            write(field.schema(), record.get(field.pos()), out);
        }
        out.writeEndObject();
    }

    /** Writes a map sorted by key, so that the same record always gives the same text. */
    private static void map(Schema schema, Map<?, ?> value, JsonGenerator out) throws IOException {
        Map<String, Object> sorted = new TreeMap<>();
        value.forEach((key, item) -> sorted.put(String.valueOf(key), item));
        out.writeStartObject();
        for (Map.Entry<String, Object> entry : sorted.entrySet()) {
            out.writeFieldName(entry.getKey());
            write(schema.getValueType(), entry.getValue(), out);
        }
        out.writeEndObject();
    }

    private static void union(Schema schema, @Nullable Object value, JsonGenerator out) throws IOException {
        Schema branch = schema.getTypes().get(Avro.DATA.resolveUnion(schema, value));
        if (value == null || UnionBranches.of(schema).size() == 1) {
            write(branch, value, out);
            return;
        }
        out.writeStartObject();
        out.writeFieldName(UnionBranches.name(branch));
        write(branch, value, out);
        out.writeEndObject();
    }
}
