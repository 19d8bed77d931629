package dev.rota.audit.inputs;

import dev.rota.audit.findings.Findings;
import dev.rota.engine.Domain;
import dev.rota.engine.Input;
import dev.rota.engine.IntakeReason;
import dev.rota.engine.Nullable;
import dev.rota.engine.RefusedException;
import dev.rota.engine.log.LogRecord;
import dev.rota.engine.log.Source;
import dev.rota.engine.schema.BadSchema;
import dev.rota.engine.schema.EventReader;
import dev.rota.engine.schema.Framing;
import dev.rota.engine.schema.SchemaText;
import dev.rota.kafka.Partitions;
import dev.rota.settings.Names;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;

/**
 * Checks whether intake can have written a log record: from an input of the domain, in the partition of its unit, and
 * with the producer's bytes, if the input still has them.
 */
public final class SourceCheck {

    private record SchemaOf(String type, int id) {}

    private final Domain domain;
    private final SharedInputs sources;
    private final int partition;
    private final int partitions;
    private final Findings findings;
    private final Map<String, Input<?>> inputs = new TreeMap<>();
    private final Map<Integer, Schema> schemas = new HashMap<>();
    private final Map<SchemaOf, EventReader> readers = new HashMap<>();
    private final Set<String> brokenInputs = new TreeSet<>();
    private final AdoptedSources adopted;

    @Nullable
    private Source lastSource;

    @Nullable
    private SharedInput lastInput;

    public SourceCheck(Names names, SharedInputs sources, int partition, int partitions, Findings findings) {
        this.domain = names.domain();
        this.sources = sources;
        this.partition = partition;
        this.partitions = partitions;
        this.findings = findings;
        this.adopted = new AdoptedSources(domain, findings);
        for (Input<?> input : domain.inputs()) {
            inputs.put(names.topic(input.topic()), input);
        }
    }

    public void learn(LogRecord.Schema record) {
        try {
            schemas.put(record.id(), SchemaText.parse(record.text()));
        } catch (BadSchema e) {
            // The engine fails at this record; here the schema counts as missing from the log.
            schemas.remove(record.id());
        }
        readers.clear();
    }

    /** Takes note of a mapping, which is declared in the log before its first use. */
    public void learn(LogRecord.Mapped record) {
        adopted.learn(record);
    }

    /**
     * Returns the reason why intake cannot have written an event, whatever its source contains, or null if it can.
     *
     * @param decoded the event's value, if already decoded
     */
    @Nullable
    public String formObjection(LogRecord.Event event, byte[] key, @Nullable SpecificRecord decoded) {
        Input<?> input = event.mapping() == 0 ? inputs.get(event.source().topic()) : adopted.input();
        if (input == null) {
            return "expected an input of " + domain.name() + " as its source, but it names "
                    + event.source().topic();
        }
        if (!input.schema().getFullName().equals(event.type())) {
            return "expected a " + input.schema().getFullName() + ", but its type is " + event.type();
        }
        int home = Partitions.of(key, partitions);
        if (home != partition) {
            return "the unit " + event.unit() + " belongs to partition " + home + ", but the record is in " + partition;
        }
        if (event.source().offset() < 0) {
            return "no source has the offset " + event.source().offset();
        }
        return event.mapping() == 0 ? unitObjection(input, event, decoded) : mappingObjection(input, event, decoded);
    }

    private @Nullable String mappingObjection(Input<?> input, LogRecord.Event event, @Nullable SpecificRecord decoded) {
        try {
            return adopted.objection(
                    event, decoded != null ? decoded : reader(input, event).read(event.value()));
        } catch (RefusedException e) {
            return "intake would have refused it: " + e.sentence();
        }
    }

    @Nullable
    public String formObjection(LogRecord.Refused refused) {
        String topic = refused.source().topic();
        return (inputs.containsKey(topic) || adopted.has(topic))
                        && refused.source().offset() >= 0
                ? null
                : "expected an input of " + domain.name() + " as its source, but it names "
                        + refused.source().coordinates();
    }

    /**
     * Returns the reason why the source shows that intake did not write an event, or null if it does not.
     *
     * @param decoded the event's value, if already decoded
     */
    @Nullable
    public String bytesObjection(LogRecord.Event event, @Nullable SpecificRecord decoded) {
        if (event.mapping() == 0) {
            return bytesObjection(event.source(), event.value(), false);
        }
        byte[] content = content(event, decoded);
        return content == null ? null : bytesObjection(event.source(), content, false);
    }

    /** Returns the content of the record in an adopted event, which the scheduler may have refused. */
    private @Nullable byte[] content(LogRecord.Event event, @Nullable SpecificRecord decoded) {
        Input<?> input = adopted.input();
        try {
            return input == null
                    ? null
                    : adopted.content(
                            event,
                            decoded != null ? decoded : reader(input, event).read(event.value()));
        } catch (RefusedException e) {
            // It cannot be read, which is an objection to its form.
            return null;
        }
    }

    @Nullable
    public String bytesObjection(LogRecord.Refused refused) {
        return bytesObjection(refused.source(), refused.value(), true);
    }

    /** Checks the unit, unless settings determine the mapping: those may have changed since. */
    private @Nullable String unitObjection(Input<?> input, LogRecord.Event event, @Nullable SpecificRecord decoded) {
        if (domain.mapsBySettings()) {
            return null;
        }
        try {
            String unit =
                    input.unit(decoded != null ? decoded : reader(input, event).read(event.value()));
            return unit.equals(event.unit())
                    ? null
                    : "the event belongs to the unit " + unit + ", but its key is " + event.unit();
        } catch (RefusedException e) {
            return "intake would have refused it: " + e.sentence();
        }
    }

    private EventReader reader(Input<?> input, LogRecord.Event event) throws RefusedException {
        SchemaOf key = new SchemaOf(event.type(), Framing.schemaId(event.value()));
        EventReader reader = readers.get(key);
        if (reader == null) {
            Schema schema = schemas.get(key.id());
            if (schema == null) {
                throw new RefusedException(IntakeReason.SCHEMA_UNKNOWN, "the log contains no schema " + key.id());
            }
            reader = EventReader.of(input, schema);
            readers.put(key, reader);
        }
        return reader;
    }

    private @Nullable String bytesObjection(Source source, @Nullable byte[] value, boolean beginning) {
        SharedInput input = inputOf(source);
        SharedInput.Answer answer = input.ask(source, value, beginning);
        findings.source(answer == SharedInput.Answer.SAME || answer == SharedInput.Answer.DIFFERENT);
        String broken = input.broken();
        if (broken != null && brokenInputs.add(broken)) {
            findings.notCompared(broken);
        }
        return switch (answer) {
            case SAME, GONE -> null;
            case DIFFERENT -> "the record differs from its source " + source.coordinates() + ", which is still there";
            case NEVER -> "its source " + source.coordinates() + " does not exist: intake cannot have read it";
            case ABSENT ->
                !inputs.containsKey(source.topic()) && (adopted.wasCompacted(source.topic()) || input.isCompacted())
                        ? null
                        : "its source " + source.coordinates()
                                + " is not there, though the input reaches beyond it: intake cannot have" + " read it";
            case NAMED_BEFORE ->
                "its source " + source.coordinates() + " was named by another log partition, and more than "
                        + SharedInput.SECOND_LOOKUPS_MAX + " such records were looked up";
        };
    }

    /** Returns the input of a source. Caches the last partition: consecutive records mostly come from the same one. */
    private SharedInput inputOf(Source source) {
        if (lastInput == null
                || lastSource == null
                || lastSource.partition() != source.partition()
                || !lastSource.topic().equals(source.topic())) {
            lastInput = sources.of(source, !inputs.containsKey(source.topic()) && adopted.has(source.topic()));
            lastSource = source;
        }
        return lastInput;
    }
}
