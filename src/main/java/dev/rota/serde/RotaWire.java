package dev.rota.serde;

import dev.rota.engine.Avro;
import dev.rota.engine.AvroCodec;
import dev.rota.engine.Framing;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;

/** The wire made of the house's own codec and registry client. Safe for threads. */
final class RotaWire implements Wire {

    private final SchemaRegistry registry;
    private final boolean autoRegister;
    private final Map<Schema, AvroCodec<SpecificRecord>> writers = new ConcurrentHashMap<>();
    private final Map<Integer, AvroCodec<SpecificRecord>> readers = new ConcurrentHashMap<>();

    RotaWire(SchemaRegistry registry, boolean autoRegister) {
        this.registry = registry;
        this.autoRegister = autoRegister;
    }

    @Override
    public byte[] write(String topic, SpecificRecord value) throws InterruptedException {
        Schema schema = value.getSchema();
        String subject = Wire.subject(topic);
        int id = autoRegister ? registry.register(subject, schema) : registry.lookUp(subject, schema);
        return Framing.frame(id, writers.computeIfAbsent(schema, AvroCodec::of).encode(value));
    }

    @Override
    public SpecificRecord read(String topic, byte[] value) throws Unreadable, InterruptedException {
        if (!Framing.isFramed(value)) {
            throw new Unreadable("expected a magic byte 0 and the number of a schema, but the value is " + value.length
                    + " other bytes");
        }
        AvroCodec<SpecificRecord> codec = reader(Framing.schemaId(value));
        try {
            return codec.decode(value, Framing.BYTES);
        } catch (IOException | RuntimeException e) {
            // Avro has many exceptions for bytes that are not what their schema says.
            throw new Unreadable("expected " + codec.schema().getFullName() + " in Avro, but "
                    + (e.getMessage() == null ? "the bytes end early" : e.getMessage()));
        }
    }

    private AvroCodec<SpecificRecord> reader(int id) throws Unreadable, InterruptedException {
        AvroCodec<SpecificRecord> known = readers.get(id);
        if (known != null) {
            return known;
        }
        try {
            Schema writer = registry.byId(id);
            AvroCodec<SpecificRecord> codec = AvroCodec.resolving(writer, ours(writer));
            readers.put(id, codec);
            return codec;
        } catch (SchemaUnknown e) {
            throw new Unreadable(e.sentence());
        }
    }

    /** The schema of the class that was generated for a record of that name. */
    private static Schema ours(Schema writer) throws Unreadable {
        Class<?> type = null;
        if (writer.getType() == Schema.Type.RECORD) {
            try {
                type = Avro.DATA.getClass(writer);
            } catch (SecurityException e) {
                // A name outside of the trusted packages is no record of ours.
            }
        }
        if (type == null || !SpecificRecord.class.isAssignableFrom(type)) {
            throw new Unreadable("expected a record of Rota, but it is a " + writer.getFullName());
        }
        return Avro.DATA.getSchema(type);
    }

    @Override
    public void close() {
        // Nothing of it needs an end.
    }
}
