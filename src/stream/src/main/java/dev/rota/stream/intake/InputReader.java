package dev.rota.stream.intake;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Input;
import dev.rota.engine.IntakeReason;
import dev.rota.engine.Limits;
import dev.rota.engine.Nullable;
import dev.rota.engine.RefusedException;
import dev.rota.engine.SourceRecord;
import dev.rota.engine.adopt.Mapping;
import dev.rota.engine.log.LogFormat;
import dev.rota.engine.log.Source;
import dev.rota.engine.schema.EventReader;
import dev.rota.engine.schema.Framing;
import dev.rota.engine.schema.SchemaText;
import dev.rota.kafka.Partitions;
import dev.rota.serde.RecentSchemas;
import dev.rota.settings.Names;
import dev.rota.stream.common.StoppedException;
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

    /** The log record for an input and its partition; {@code schema} must be in that partition first. */
    record LoggedInput(
            int partition,
            LogFormat.Written record,
            @Nullable Numbered schema) {

        /** Returns whether it is refused because the registry does not have its schema, which may change. */
        boolean schemaUnknown() {
            return isFor(IntakeReason.SCHEMA_UNKNOWN);
        }

        /** Returns whether it is refused for a reason that may not hold for a build with other schemas. */
        private boolean isUnreadable() {
            return isFor(IntakeReason.UNDECODABLE);
        }

        private boolean isFor(IntakeReason reason) {
            return reason.name().equals(record.headers().get(LogFormat.REASON));
        }
    }

    record Numbered(int id, Schema schema) {}

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

    LoggedInput read(Source source, @Nullable byte[] value) throws SchemaNeeded {
        return read(source, value, rules);
    }

    /**
     * Returns the log record for an input that another build may have appended.
     *
     * @param formerRules the newest rules of that build
     */
    LoggedInput read(Source source, @Nullable byte[] value, int formerRules) throws SchemaNeeded {
        LoggedInput reading;
        try {
            reading = accept(source, value, Math.min(formerRules, rules));
        } catch (RefusedException e) {
            reading = refused(source, e, value);
        }
        if (formerRules > rules && reading.isUnreadable()) {
            throw new StoppedException("intake stops: " + source.coordinates()
                    + " cannot be read, but may have been accepted by a"
                    + " build that supports rules " + domain + "/" + formerRules + ", and this build supports " + domain
                    + "/1 to " + domain + "/" + rules + ". Run a newer build");
        }
        return reading;
    }

    private LoggedInput refused(Source source, RefusedException refused, @Nullable byte[] value) {
        int partition = partition(source.coordinates().getBytes(UTF_8));
        return new LoggedInput(partition, LogFormat.refused(source, refused, value), null);
    }

    /**
     * Returns the log record for an input that was refused as SCHEMA_UNKNOWN before, whatever the registry answers now.
     */
    LoggedInput refusedBefore(Source source, @Nullable byte[] value) {
        return refused(
                source,
                new RefusedException(
                        IntakeReason.SCHEMA_UNKNOWN,
                        "expected the registry to know schema "
                                + (value != null && Framing.isFramed(value) ? Framing.schemaId(value) : "ids")
                                + " when the record was first read, but it did not; the record stays refused"),
                value);
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

    /**
     * Returns the log record for a record of an adopted topic, or null if its mapping skips it.
     *
     * @param version the mapping's version
     * @param schema the schema of the event
     */
    @Nullable
    LoggedInput adopted(Source source, SourceRecord record, Mapping mapping, int version, Numbered schema) {
        if (mapping.skips(record)) {
            return null;
        }
        try {
            Mapping.Mapped mapped = mapping.map(record);
            LogFormat.Written event =
                    LogFormat.adopted(mapped.unit(), source, mapping.type(), version, mapped.value(schema.id()));
            return new LoggedInput(partition(event.key()), event, schema);
        } catch (RefusedException e) {
            return refused(source, e, record.value());
        }
    }

    /** Returns the log record for an input too large for the consumer; {@code why} follows "but" in the message. */
    LoggedInput tooLarge(Source source, String why) {
        return refused(
                source,
                new RefusedException(
                        IntakeReason.RECORD_TOO_LARGE,
                        "expected at most " + Limits.LOG_RECORD_BYTES_MAX + " bytes, but " + why),
                null);
    }

    private LoggedInput accept(Source source, @Nullable byte[] value, int by) throws RefusedException, SchemaNeeded {
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
        return new LoggedInput(
                partition(record.key()), record, new Numbered(id, Objects.requireNonNull(schemas.get(id))));
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

    private int partition(byte[] key) {
        return Partitions.of(key, logPartitions);
    }
}
