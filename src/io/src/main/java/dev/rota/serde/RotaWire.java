package dev.rota.serde;

import dev.rota.engine.RefusedException;
import dev.rota.engine.schema.Avro;
import dev.rota.engine.schema.AvroCodec;
import dev.rota.engine.schema.EventReader;
import dev.rota.engine.schema.Framing;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;

/** The wire format by Rota's own codec and registry client. Thread-safe. */
final class RotaWire implements Wire {

    private final SchemaRegistry registry;
    private final boolean autoRegister;
    private final Map<Schema, AvroCodec<SpecificRecord>> writers = new ConcurrentHashMap<>();
    private final Map<Integer, EventReader> readers = RegistryClient.cache();

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
    public SpecificRecord read(String topic, byte[] value) throws UnreadableValue, InterruptedException {
        if (!Framing.isFramed(value)) {
            throw new UnreadableValue("expected a magic byte 0 and the number of a schema, but the value is "
                    + value.length + " other bytes");
        }
        try {
            return reader(Framing.schemaId(value)).read(value);
        } catch (RefusedException e) {
            throw new UnreadableValue(e.sentence());
        }
    }

    private EventReader reader(int id) throws UnreadableValue, RefusedException, InterruptedException {
        EventReader known = readers.get(id);
        if (known != null) {
            return known;
        }
        try {
            Schema writer = registry.byId(id);
            EventReader reader = EventReader.of(ours(writer), writer);
            readers.put(id, reader);
            return reader;
        } catch (SchemaUnknown e) {
            throw new UnreadableValue(e.sentence());
        }
    }

    /** Returns the schema of the generated class with the writer's name. */
    private static Schema ours(Schema writer) throws UnreadableValue {
        Class<?> type = null;
        if (writer.getType() == Schema.Type.RECORD) {
            try {
                type = Avro.DATA.getClass(writer);
            } catch (SecurityException e) {
                // A name outside the trusted packages is not one of Rota's records.
            }
        }
        if (type == null || !SpecificRecord.class.isAssignableFrom(type)) {
            throw new UnreadableValue("expected a record of Rota, but it is a " + writer.getFullName());
        }
        return Avro.DATA.getSchema(type);
    }

    @Override
    public void close() {}
}
