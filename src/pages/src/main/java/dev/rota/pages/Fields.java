package dev.rota.pages;

import dev.rota.engine.Nullable;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;

/** Lists the fields of a record, nested ones by their path: {@code cores[3].para}. */
final class Fields {

    /** The number of fields that a page shows. The JSON of the record has all of them. */
    static final int MAX = 200;

    private final Map<String, String> found = new LinkedHashMap<>();

    private Fields() {}

    static Map<String, String> of(IndexedRecord record) {
        Fields fields = new Fields();
        fields.record("", record);
        return fields.found;
    }

    private void record(String path, IndexedRecord record) {
        for (Schema.Field field : record.getSchema().getFields()) {
            value(path.isEmpty() ? field.name() : path + "." + field.name(), record.get(field.pos()));
        }
    }

    private void value(String path, @Nullable Object value) {
        if (found.size() >= MAX) {
            return;
        }
        if (value instanceof IndexedRecord record) {
            record(path, record);
        } else if (value instanceof List<?> list) {
            if (list.isEmpty()) {
                found.put(path, "none");
            } else if (list.stream().allMatch(item -> item instanceof Number)) {
                found.put(path, list.toString());
            } else {
                for (int i = 0; i < list.size() && found.size() < MAX; i++) {
                    value(path + "[" + i + "]", list.get(i));
                }
            }
        } else if (value instanceof ByteBuffer bytes) {
            found.put(path, bytes.remaining() + " bytes");
        } else {
            found.put(path, value == null ? "" : value.toString());
        }
    }
}
