package dev.rota.engine;

import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;

/**
 * A public output topic.
 *
 * @param topic the name without prefix, {@code cores.assignments}
 * @param codec encodes the topic's one record type
 */
public record Output<T extends SpecificRecord>(String topic, AvroCodec<T> codec) {

    public static <T extends SpecificRecord> Output<T> of(String topic, Class<T> type) {
        return new Output<>(topic, AvroCodec.of(type));
    }

    public Schema schema() {
        return codec.schema();
    }
}
