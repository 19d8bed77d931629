package dev.rota.engine.schema;

import dev.rota.engine.Nullable;
import java.io.IOException;
import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.avro.Schema;

/**
 * A schema that a topic has under older rules. The topic's generated type always has the newest one; records are
 * converted between the two, so code speaks one type, and older rules read and write what they always did.
 */
public final class OlderSchema {

    private final Schema schema;
    private final byte[] fingerprint;
    private final SchemaConversion toThis;
    private final SchemaConversion toNewest;

    private OlderSchema(Schema newest, Schema schema) {
        this.schema = schema;
        this.fingerprint = Avro.fingerprint(schema);
        this.toThis = new SchemaConversion(newest, schema);
        this.toNewest = new SchemaConversion(schema, newest);
    }

    public Schema schema() {
        return schema;
    }

    public byte[] fingerprint() {
        return fingerprint;
    }

    /** Converts a record of the newest schema to this one. */
    public byte[] ofNewest(byte[] avro) throws IOException {
        return toThis.convert(avro, 0);
    }

    /** Converts a record of this schema, from {@code start} on, to the newest one. */
    public byte[] toNewest(byte[] avro, int start) throws IOException {
        return toNewest.convert(avro, start);
    }

    public static NavigableMap<Integer, OlderSchema> none() {
        return Collections.emptyNavigableMap();
    }

    /** Older schemas with one more, by the last rules number that each holds for. */
    public static NavigableMap<Integer, OlderSchema> with(
            NavigableMap<Integer, OlderSchema> older, int last, Schema newest, String text) {
        Schema schema;
        try {
            schema = SchemaText.parse(text);
        } catch (BadSchema e) {
            throw new IllegalArgumentException(
                    "expected an older schema of " + newest.getFullName() + ", but " + e.sentence());
        }
        if (!schema.getFullName().equals(newest.getFullName())) {
            throw new IllegalArgumentException("expected an older schema of " + newest.getFullName()
                    + ", but it is one of " + schema.getFullName());
        }
        NavigableMap<Integer, OlderSchema> all = new TreeMap<>(older);
        all.put(last, new OlderSchema(newest, schema));
        return Collections.unmodifiableNavigableMap(all);
    }

    /** The older schema that holds under these rules; null if they have the newest. */
    public static @Nullable OlderSchema under(int rules, NavigableMap<Integer, OlderSchema> older) {
        Map.Entry<Integer, OlderSchema> entry = older.ceilingEntry(rules);
        return entry == null ? null : entry.getValue();
    }
}
