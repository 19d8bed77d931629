package dev.rota.engine;

import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;

/**
 * A public input topic.
 *
 * @param topic the name without prefix, {@code cores.blocks}
 * @param type the type of the topic's records
 * @param admission validates a record and names its unit
 */
public record Input<T extends SpecificRecord>(String topic, Class<T> type, Admission<T> admission) {

    /** Validates a record's fields as far as that needs no state, and names its unit. */
    @FunctionalInterface
    public interface Admission<T> {
        String unit(T value) throws RefusedException;
    }

    public Schema schema() {
        return Avro.DATA.getSchema(type);
    }

    /** The unit of a decoded value of this topic. */
    public String unit(SpecificRecord value) throws RefusedException {
        return admission.unit(type.cast(value));
    }
}
