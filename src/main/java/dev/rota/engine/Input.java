package dev.rota.engine;

import dev.rota.engine.schema.Avro;
import dev.rota.engine.schema.OlderSchema;
import dev.rota.engine.schema.OlderSchemas;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;

/**
 * A public input topic.
 *
 * @param topic the name without prefix, {@code cores.blocks}
 * @param type the type of the topic's records
 * @param admission validates a record and names its unit
 * @param since the first rules number that decides upon it; under older ones its records are rejected
 * @param older the schemas under older rules
 */
public record Input<T extends SpecificRecord>(
        String topic, Class<T> type, Admission<T> admission, int since, OlderSchemas older) {

    /** Validates a record's fields as far as that needs no state, and names its unit. */
    @FunctionalInterface
    public interface Admission<T> {
        String unit(T value) throws RefusedException;
    }

    public Input(String topic, Class<T> type, Admission<T> admission) {
        this(topic, type, admission, 1, OlderSchemas.none());
    }

    /**
     * This input, read by an older schema under all rules up to {@code last}. What that schema cannot read is rejected
     * while such rules are in force, and what it does not know is not shown to their scheduler: a build that knows
     * newer rules decides as one that does not.
     */
    public Input<T> until(int last, String schema) {
        return new Input<>(topic, type, admission, since, older.with(last, schema(), schema));
    }

    /** This input, decided upon by rules from {@code first} on only. */
    public Input<T> since(int first) {
        return new Input<>(topic, type, admission, first, older);
    }

    /** The newest schema. */
    public Schema schema() {
        return Avro.DATA.getSchema(type);
    }

    /** The schema under these rules. */
    public Schema schema(int rules) {
        OlderSchema under = older.under(rules);
        return under == null ? schema() : under.schema();
    }

    /** The unit of a decoded value of this topic. */
    public String unit(SpecificRecord value) throws RefusedException {
        return admission.unit(type.cast(value));
    }
}
