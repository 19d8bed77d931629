package dev.rota.engine.schema;

import java.io.IOException;
import org.apache.avro.Schema;

/**
 * A schema that a topic has under older rules. The topic's generated type always has the newest schema; records are
 * converted between the two, so that code uses one type and the bytes under older rules stay the same.
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

    static OlderSchema of(Schema newest, String text) {
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
        return new OlderSchema(newest, schema);
    }
}
