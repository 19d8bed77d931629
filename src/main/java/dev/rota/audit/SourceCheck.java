package dev.rota.audit;

import dev.rota.engine.BadSchema;
import dev.rota.engine.Domain;
import dev.rota.engine.EventReader;
import dev.rota.engine.Framing;
import dev.rota.engine.Input;
import dev.rota.engine.LogRecord;
import dev.rota.engine.Nullable;
import dev.rota.engine.Refusal;
import dev.rota.engine.Refused;
import dev.rota.engine.SchemaText;
import dev.rota.engine.Source;
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
 * Whether intake can have written a log record: from an input of the domain, in the partition of its unit, with the
 * bytes that the producer sent, where the input still has them.
 */
final class SourceCheck {

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

    @Nullable
    private Source lastSource;

    @Nullable
    private SharedInput lastInput;

    SourceCheck(Names names, SharedInputs sources, int partition, int partitions, Findings findings) {
        this.domain = names.domain();
        this.sources = sources;
        this.partition = partition;
        this.partitions = partitions;
        this.findings = findings;
        for (Input<?> input : domain.inputs()) {
            inputs.put(names.topic(input.topic()), input);
        }
    }

    void learn(LogRecord.Schema record) {
        try {
            schemas.put(record.id(), SchemaText.parse(record.text()));
        } catch (BadSchema e) {
            // The machine breaks at this record; here it counts as a schema that the log has not told of.
            schemas.remove(record.id());
        }
        readers.clear();
    }

    /**
     * Why intake cannot have written this, whatever its source holds; null where it can.
     *
     * @param decoded its event, if it was decoded already
     */
    @Nullable
    String formObjection(LogRecord.Event event, byte[] key, @Nullable SpecificRecord decoded) {
        Input<?> input = inputs.get(event.source().topic());
        if (input == null) {
            return "expected an input of " + domain.name() + " as its source, but it names "
                    + event.source().topic();
        }
        if (!input.schema().getFullName().equals(event.type())) {
            return "expected a " + input.schema().getFullName() + ", but it says " + event.type();
        }
        int home = Partitions.of(key, partitions);
        if (home != partition) {
            return "the unit " + event.unit() + " belongs to partition " + home + ", but the record stands in "
                    + partition;
        }
        return event.source().offset() < 0
                ? "no source has the offset " + event.source().offset()
                : unitObjection(input, event, decoded);
    }

    @Nullable
    String formObjection(LogRecord.Refused refused) {
        return inputs.containsKey(refused.source().topic()) && refused.source().offset() >= 0
                ? null
                : "expected an input of " + domain.name() + " as its source, but it names "
                        + refused.source().coordinates();
    }

    /** Why its source shows that intake did not write this; null where it does not. */
    @Nullable
    String bytesObjection(LogRecord.Event event) {
        return bytesObjection(event.source(), event.value(), false);
    }

    @Nullable
    String bytesObjection(LogRecord.Refused refused) {
        return bytesObjection(refused.source(), refused.value(), true);
    }

    /** Settings may have said then what they do not say now; where there are none, a unit is the same for ever. */
    private @Nullable String unitObjection(Input<?> input, LogRecord.Event event, @Nullable SpecificRecord decoded) {
        if (!domain.settings().isEmpty()) {
            return null;
        }
        try {
            String unit =
                    input.unit(decoded != null ? decoded : reader(input, event).read(event.value()));
            return unit.equals(event.unit())
                    ? null
                    : "the event belongs to the unit " + unit + ", but its key says " + event.unit();
        } catch (Refused e) {
            return "intake would have refused it: " + e.sentence();
        }
    }

    private EventReader reader(Input<?> input, LogRecord.Event event) throws Refused {
        SchemaOf key = new SchemaOf(event.type(), Framing.schemaId(event.value()));
        EventReader reader = readers.get(key);
        if (reader == null) {
            Schema schema = schemas.get(key.id());
            if (schema == null) {
                throw new Refused(Refusal.SCHEMA_UNKNOWN, "the log has not told of schema " + key.id());
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
                "its source " + source.coordinates()
                        + " is not there, though the input reaches beyond it: intake cannot have" + " read it";
            case NAMED_BEFORE ->
                "its source " + source.coordinates() + " was named by another log partition, and more than "
                        + SharedInput.SECOND_LOOKS_MAX + " such records were looked up";
        };
    }

    /** A unit's records come from few partitions, and mostly from the one before. */
    private SharedInput inputOf(Source source) {
        if (lastInput == null
                || lastSource == null
                || lastSource.partition() != source.partition()
                || !lastSource.topic().equals(source.topic())) {
            lastInput = sources.of(source);
            lastSource = source;
        }
        return lastInput;
    }
}
