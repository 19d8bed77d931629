package dev.rota.engine;

import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;

/**
 * A public topic that facts come in on.
 *
 * @param topic the name without prefix, {@code cores.blocks}
 * @param type of the one record that the topic carries
 * @param admission says which unit a record belongs to
 */
public record Input<T extends SpecificRecord>(String topic, Class<T> type, Admission<T> admission) {

    /** Checks a record's fields as far as they can be judged without state, and names its unit. */
    @FunctionalInterface
    public interface Admission<T> {
        String unit(T value) throws Refused;
    }

    public Schema schema() {
        return Avro.DATA.getSchema(type);
    }

    /** The unit of a decoded value of this topic. */
    public String unit(SpecificRecord value) throws Refused {
        return admission.unit(type.cast(value));
    }
}
