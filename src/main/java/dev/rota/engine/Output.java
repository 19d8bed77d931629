package dev.rota.engine;

import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;

/**
 * A public topic that decisions go out on.
 *
 * @param topic the name without prefix, {@code cores.assignments}
 * @param codec of the one record type that the topic carries
 */
public record Output<T extends SpecificRecord>(String topic, AvroCodec<T> codec) {

    public static <T extends SpecificRecord> Output<T> of(String topic, Class<T> type) {
        return new Output<>(topic, AvroCodec.of(type));
    }

    public Schema schema() {
        return codec.schema();
    }
}
