package dev.rota.stream.intake;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.EventReader;
import dev.rota.engine.Framing;
import dev.rota.engine.Input;
import dev.rota.engine.Limits;
import dev.rota.engine.LogFormat;
import dev.rota.engine.Nullable;
import dev.rota.engine.Refusal;
import dev.rota.engine.Refused;
import dev.rota.engine.SchemaText;
import dev.rota.engine.Source;
import dev.rota.kafka.Partitions;
import dev.rota.serde.RecentSchemas;
import dev.rota.settings.Names;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.avro.Schema;
import org.apache.kafka.common.TopicPartition;

/** Turns an input record into a log record: accepted for a unit, or refused with a reason. It decides nothing. */
final class InputReader {

    /** What an input becomes, and where; {@code schema} must be told of in that partition first. */
    record Reading(
            int partition,
            LogFormat.Written record,
            @Nullable Numbered schema) {

        /** Whether it is refused because of what the registry has said, which may change. */
        boolean schemaUnknown() {
            return Refusal.SCHEMA_UNKNOWN.name().equals(record.headers().get(LogFormat.REASON));
        }
    }

    record Numbered(int id, Schema schema) {}

    /** A schema that is not known here yet must be asked for. */
    static final class SchemaNeeded extends Exception {
        private static final long serialVersionUID = 1L;
        private final int id;

        SchemaNeeded(int id) {
            super("schema " + id, null, false, false);
            this.id = id;
        }

        int id() {
            return id;
        }
    }

    private record Key(String topic, int id) {}

    private final Map<String, Input<?>> inputs = new TreeMap<>();
    private final int logPartitions;
    private final RecentSchemas schemas = new RecentSchemas();

    /** What was said of unknown ids, by input partition: one that has no patience left must not decide for others. */
    private final Map<Integer, Map<TopicPartition, String>> unknown = new HashMap<>();

    /** Schemas that no log can hold, so that no event of theirs can be decoded from one. */
    private final Map<Integer, Refused> unusable = new HashMap<>();

    private final Map<Key, EventReader> readers = new HashMap<>();

    InputReader(Names names, int logPartitions) {
        for (Input<?> input : names.domain().inputs()) {
            inputs.put(names.topic(input.topic()), input);
        }
        this.logPartitions = logPartitions;
    }

    /** The registry's answer: a number is this schema. */
    void learn(int id, Schema schema) {
        unknown.remove(id);
        try {
            List<Integer> forgotten = schemas.put(id, SchemaText.logged(schema));
            readers.keySet().removeIf(key -> forgotten.contains(key.id()));
        } catch (Refused e) {
            unusable.put(id, e);
        }
    }

    /** The registry's answer to an input partition: it does not know the number. */
    void unknown(TopicPartition partition, int id, String message) {
        unknown.computeIfAbsent(id, none -> new HashMap<>()).put(partition, message);
    }

    /** Numbers that were unknown may be asked for again. */
    void forgetUnknown() {
        unknown.clear();
    }

    Reading read(Source source, @Nullable byte[] value) throws SchemaNeeded {
        try {
            return accept(source, value);
        } catch (Refused e) {
            return refused(source, e, value);
        }
    }

    private Reading refused(Source source, Refused refused, @Nullable byte[] value) {
        int partition = partition(source.coordinates().getBytes(UTF_8));
        return new Reading(partition, LogFormat.refused(source, refused, value), null);
    }

    /** What becomes of a record that was refused as SCHEMA_UNKNOWN before, whatever the registry says now. */
    Reading refusedBefore(Source source, @Nullable byte[] value) {
        return refused(
                source,
                new Refused(
                        Refusal.SCHEMA_UNKNOWN,
                        "expected the registry to know schema "
                                + (value != null && Framing.isFramed(value) ? Framing.schemaId(value) : "ids")
                                + " when the record was first read, but it did not; the record stays refused"),
                value);
    }

    /** Whether a record is sure to be refused as SCHEMA_UNKNOWN by what is known now. */
    boolean schemaUnknown(TopicPartition partition, @Nullable byte[] value) {
        return value != null
                && value.length <= Limits.LOG_RECORD_BYTES_MAX
                && Framing.isFramed(value)
                && unknown.getOrDefault(Framing.schemaId(value), Map.of()).containsKey(partition);
    }

    /** What becomes of a record that no consumer can hold; {@code why} continues the sentence from "but". */
    Reading tooLarge(Source source, String why) {
        return refused(
                source,
                new Refused(
                        Refusal.RECORD_TOO_LARGE,
                        "expected at most " + Limits.LOG_RECORD_BYTES_MAX + " bytes, but " + why),
                null);
    }

    private Reading accept(Source source, @Nullable byte[] value) throws Refused, SchemaNeeded {
        if (value == null) {
            throw new Refused(Refusal.NULL_VALUE, "expected a value, but it is null");
        }
        if (value.length > Limits.LOG_RECORD_BYTES_MAX) {
            throw new Refused(
                    Refusal.RECORD_TOO_LARGE,
                    "expected at most " + Limits.LOG_RECORD_BYTES_MAX + " bytes, but the value has " + value.length);
        }
        if (!Framing.isFramed(value)) {
            throw new Refused(
                    Refusal.NOT_FRAMED, "expected a zero byte and a schema id in front, but the value has none");
        }
        Input<?> input = Objects.requireNonNull(inputs.get(source.topic()));
        int id = Framing.schemaId(value);
        String unit = input.unit(reader(input, source, id).read(value));
        LogFormat.Written record = LogFormat.event(unit, source, input.schema().getFullName(), value);
        return new Reading(partition(record.key()), record, new Numbered(id, Objects.requireNonNull(schemas.get(id))));
    }

    private EventReader reader(Input<?> input, Source source, int id) throws Refused, SchemaNeeded {
        Key key = new Key(source.topic(), id);
        EventReader reader = readers.get(key);
        if (reader == null) {
            reader = EventReader.of(input, schema(source, id));
            readers.put(key, reader);
        }
        return reader;
    }

    private Schema schema(Source source, int id) throws Refused, SchemaNeeded {
        String message = unknown.getOrDefault(id, Map.of()).get(new TopicPartition(source.topic(), source.partition()));
        if (message != null) {
            throw new Refused(Refusal.SCHEMA_UNKNOWN, message);
        }
        Refused refused = unusable.get(id);
        if (refused != null) {
            throw refused;
        }
        Schema schema = schemas.get(id);
        if (schema == null) {
            throw new SchemaNeeded(id);
        }
        return schema;
    }

    private int partition(byte[] key) {
        return Partitions.of(key, logPartitions);
    }
}
