package dev.rota.chores;

import dev.rota.engine.schema.AvroCodec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;

/** Encodes events as producers with an older schema do. */
public final class FormerProducer {

    private FormerProducer() {}

    /** Returns the schema of producers that support only rules 1. */
    public static Schema schema() {
        return ChoresDomain.EVENTS.schema(1);
    }

    public static byte[] encode(ChoreEvent event) {
        return encode(event, schema());
    }

    /** Encodes an event with another schema of its type. */
    public static byte[] encode(ChoreEvent event, Schema schema) {
        byte[] newest = AvroCodec.of(ChoreEvent.class).encode(event);
        try {
            Object record = new GenericDatumReader<>(ChoreEvent.getClassSchema(), schema)
                    .read(null, DecoderFactory.get().binaryDecoder(newest, null));
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
            new GenericDatumWriter<>(schema).write(record, encoder);
            encoder.flush();
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
