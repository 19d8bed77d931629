package dev.rota.stream.intake;

import dev.rota.engine.Input;
import dev.rota.engine.IntakeReason;
import dev.rota.engine.Limits;
import dev.rota.engine.Nullable;
import dev.rota.engine.RefusedException;
import dev.rota.engine.log.LogFormat;
import dev.rota.engine.log.Source;
import dev.rota.engine.schema.EventReader;
import dev.rota.engine.schema.Framing;
import dev.rota.engine.schema.SchemaText;
import dev.rota.serde.RecentSchemas;
import dev.rota.settings.Names;
import dev.rota.stream.common.StoppedException;
import dev.rota.stream.intake.ReadResult.Append;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.apache.avro.Schema;
import org.apache.kafka.common.TopicPartition;

/** Turns an input record into a log record: accepted for a unit, or refused with a reason. It decides nothing. */
final class InputReader {

    /** Thrown if a schema must be looked up in the registry first. */
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

    private record Key(String topic, int id, int rules) {}

    private final Map<String, Input<?>> inputs = new TreeMap<>();
    /** The newest rules of this build. The scheduler determines whether older rules in force can read an event. */
    private final int rules;

    private final String domain;

    private final int logPartitions;
    private final RecentSchemas schemas = new RecentSchemas();

    /**
     * The ids that the registry did not have, by input partition: a partition that has used up its wait must not decide
     * for others.
     */
    private final Map<Integer, Map<TopicPartition, String>> unknown = new HashMap<>();

    /** Schemas that cannot be written to the log, so that their events could not be decoded from it. */
    private final Map<Integer, RefusedException> unusable = new HashMap<>();

    private final Map<Key, EventReader> readers = new HashMap<>();

    InputReader(Names names, int logPartitions) {
        for (Input<?> input : names.domain().inputs()) {
            inputs.put(names.topic(input.topic()), input);
        }
        this.rules = names.domain().rules();
        this.domain = names.domain().name();
        this.logPartitions = logPartitions;
    }

    /** Sets the schema of an id, as answered by the registry. */
    void learn(int id, Schema schema) {
        unknown.remove(id);
        try {
            List<Integer> forgotten = schemas.put(id, SchemaText.logged(schema));
            readers.keySet().removeIf(key -> forgotten.contains(key.id()));
        } catch (RefusedException e) {
            unusable.put(id, e);
        }
    }

    /** Notes for an input partition that the registry does not have an id. */
    void unknown(TopicPartition partition, int id, String message) {
        unknown.computeIfAbsent(id, none -> new HashMap<>()).put(partition, message);
    }

    /** Forgets unknown ids, so that they are looked up again. */
    void forgetUnknown() {
        unknown.clear();
    }

    /**
     * Drops partitions that were revoked. Until they return, another instance may accept records by ids that were
     * unknown here; refusing the same records again would decide them twice.
     */
    void forget(Collection<TopicPartition> partitions) {
        unknown.values().forEach(messages -> messages.keySet().removeAll(partitions));
    }

    /**
     * Returns the log record for an input.
     *
     * @param former the newest rules of a build that may have appended it already; otherwise, those of this build
     */
    Append read(Source source, @Nullable byte[] value, Reading.Rules former) throws SchemaNeeded {
        Append append;
        try {
            append = accept(source, value, Math.min(former.number(), rules));
        } catch (RefusedException e) {
            append = Append.refused(source, e, value, logPartitions);
        }
        if (former.number() > rules && append.isRefused(IntakeReason.UNDECODABLE)) {
            throw new StoppedException("intake stops: " + source.coordinates()
                    + " cannot be read, but may have been accepted by a"
                    + " build that supports rules " + domain + "/" + former.number() + ", and this build supports "
                    + domain + "/1 to " + domain + "/" + rules + ". Run a newer build");
        }
        return append;
    }

    /** Returns whether a record will certainly be refused as SCHEMA_UNKNOWN. */
    boolean schemaUnknown(TopicPartition partition, @Nullable byte[] value) {
        return value != null
                && value.length <= Limits.LOG_RECORD_BYTES_MAX
                && Framing.isFramed(value)
                && unknown.getOrDefault(Framing.schemaId(value), Map.of()).containsKey(partition);
    }

    /** Returns the schema id of a record that must be looked up before it can be read; empty if there is none. */
    OptionalInt neededSchema(TopicPartition partition, @Nullable byte[] value) {
        if (value == null || value.length > Limits.LOG_RECORD_BYTES_MAX || !Framing.isFramed(value)) {
            return OptionalInt.empty();
        }
        int id = Framing.schemaId(value);
        boolean isKnown = schemas.get(id) != null
                || unusable.containsKey(id)
                || unknown.getOrDefault(id, Map.of()).containsKey(partition);
        return isKnown ? OptionalInt.empty() : OptionalInt.of(id);
    }

    private Append accept(Source source, @Nullable byte[] value, int by) throws RefusedException, SchemaNeeded {
        if (value == null) {
            throw new RefusedException(IntakeReason.NULL_VALUE, "expected a value, but it is null");
        }
        if (value.length > Limits.LOG_RECORD_BYTES_MAX) {
            throw new RefusedException(
                    IntakeReason.RECORD_TOO_LARGE,
                    "expected at most " + Limits.LOG_RECORD_BYTES_MAX + " bytes, but the value has " + value.length);
        }
        if (!Framing.isFramed(value)) {
            throw new RefusedException(
                    IntakeReason.NOT_FRAMED, "expected a zero byte and a schema id in front, but the value has none");
        }
        Input<?> input = Objects.requireNonNull(inputs.get(source.topic()));
        int id = Framing.schemaId(value);
        String unit = input.unit(reader(input, source, id, by).read(value));
        LogFormat.Written record = LogFormat.event(unit, source, input.schema().getFullName(), value);
        return Append.accepted(record, new NumberedSchema(id, Objects.requireNonNull(schemas.get(id))), logPartitions);
    }

    private EventReader reader(Input<?> input, Source source, int id, int by) throws RefusedException, SchemaNeeded {
        Key key = new Key(source.topic(), id, by);
        EventReader reader = readers.get(key);
        if (reader == null) {
            reader = EventReader.of(input, by, schema(source, id));
            readers.put(key, reader);
        }
        return reader;
    }

    private Schema schema(Source source, int id) throws RefusedException, SchemaNeeded {
        String message = unknown.getOrDefault(id, Map.of()).get(new TopicPartition(source.topic(), source.partition()));
        if (message != null) {
            throw new RefusedException(IntakeReason.SCHEMA_UNKNOWN, message);
        }
        RefusedException refused = unusable.get(id);
        if (refused != null) {
            throw refused;
        }
        Schema schema = schemas.get(id);
        if (schema == null) {
            throw new SchemaNeeded(id);
        }
        return schema;
    }
}
