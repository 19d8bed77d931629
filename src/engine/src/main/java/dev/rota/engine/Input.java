package dev.rota.engine;

import dev.rota.engine.schema.Avro;
import dev.rota.engine.schema.OlderSchema;
import dev.rota.engine.schema.OlderSchemas;
import dev.rota.engine.text.Printable;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;

/**
 * A public input topic.
 * @param topic the name without prefix, {@code cores.blocks}
 * @param type the type of the topic's records
 * @param admission validates a record and returns its unit
 * @param since the first rules number under which its records are decided; under older rules they are rejected
 * @param older the schemas under older rules
 * @param heard whether a party may be judged by its silence in this topic
 */
public record Input<T extends SpecificRecord>(
        String topic, Class<T> type, Admission<T> admission, int since, OlderSchemas older, boolean heard) {

    /** Validates those of a record's fields that need no state, and returns the record's unit. */
    @FunctionalInterface
    public interface Admission<T> {
        String unit(T value) throws RefusedException;
    }

    public Input(String topic, Class<T> type, Admission<T> admission) {
        this(topic, type, admission, 1, OlderSchemas.none(), true);
    }

    /**
     * Returns this input with an older schema for all rules up to {@code last}. While such rules are in force, a record
     * that the older schema cannot read is rejected, and fields that it lacks are hidden from the scheduler: a build
     * with newer rules decides exactly as one without them.
     */
    public Input<T> until(int last, String schema) {
        return new Input<>(topic, type, admission, since, older.with(last, schema(), schema), heard);
    }

    /** Returns this input, decided only under rules from {@code first} on. */
    public Input<T> since(int first) {
        return new Input<>(topic, type, admission, first, older, heard);
    }

    /**
     * Returns this input as one in which no party is silent: time in which silence counts does not wait until its
     * records are decided.
     */
    public Input<T> notHeard() {
        return new Input<>(topic, type, admission, since, older, false);
    }

    /** Returns the newest schema. */
    public Schema schema() {
        return Avro.schema(type);
    }

    /** Returns the schema under the given rules. */
    public Schema schema(int rules) {
        OlderSchema under = older.under(rules);
        return under == null ? schema() : under.schema();
    }

    /**
     * Returns the unit of a decoded value of this topic. A value that makes the admission throw is refused like one that
     * the admission refuses: it would otherwise stop intake for ever.
     */
    public String unit(SpecificRecord value) throws RefusedException {
        T record = type.cast(value);
        String unit;
        try {
            unit = admission.unit(record);
        } catch (RuntimeException e) {
            throw new RefusedException(
                    IntakeReason.VALUE_INVALID,
                    "expected a value that the admission of " + topic + " can check, but it threw "
                            + Printable.of(e.toString()));
        }
        return Ids.unit("unit", unit == null ? "" : unit);
    }
}
