package dev.rota.engine;

import dev.rota.engine.schema.AvroCodec;
import dev.rota.engine.schema.OlderSchema;
import dev.rota.engine.schema.OlderSchemas;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;

/**
 * A public output topic.
 *
 * @param topic the name without prefix, {@code cores.assignments}
 * @param codec encodes the topic's one record type, by its newest schema
 * @param older the schemas under older rules
 */
public record Output<T extends SpecificRecord>(String topic, AvroCodec<T> codec, OlderSchemas older) {

    public static <T extends SpecificRecord> Output<T> of(String topic, Class<T> type) {
        return new Output<>(topic, AvroCodec.of(type), OlderSchemas.none());
    }

    /**
     * Returns this output with an older schema for all rules up to {@code last}: their bytes stay the same. The
     * generated type must be readable as the older schema.
     */
    public Output<T> until(int last, String schema) {
        return new Output<>(topic, codec, older.with(last, codec.schema(), schema));
    }

    /** Returns the newest schema. */
    public Schema schema() {
        return codec.schema();
    }

    /** Returns the schema under the given rules. */
    public Schema schema(int rules) {
        OlderSchema under = older.under(rules);
        return under == null ? codec.schema() : under.schema();
    }

    /** Decodes a record from {@code start} on that was written under the given rules. */
    public T decode(byte[] avro, int start, int rules) throws IOException {
        OlderSchema under = older.under(rules);
        return under == null ? codec.decode(avro, start) : codec.decode(under.toNewest(avro, start));
    }

    public byte[] encode(T value, int rules) {
        byte[] avro = codec.encode(value);
        OlderSchema under = older.under(rules);
        try {
            return under == null ? avro : under.ofNewest(avro);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public byte[] fingerprint(int rules) {
        OlderSchema under = older.under(rules);
        return under == null ? codec.fingerprint() : under.fingerprint();
    }
}
