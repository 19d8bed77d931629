package dev.rota.engine;

import dev.rota.engine.schema.AvroCodec;
import org.apache.avro.specific.SpecificRecord;

/**
 * A table of a domain.
 * @param number identifies the table in the store and never changes; from 16 on, since lower numbers are the engine's
 * @param name the name in messages
 * @param codec the codec of its rows
 * @param held whether the domain keeps the rows that it uses in memory, so that the engine caches no clean ones
 */
public record TableType<R extends SpecificRecord>(int number, String name, AvroCodec<R> codec, boolean held) {

    /** The lowest table number of a domain; lower numbers are the engine's. */
    public static final int DOMAIN_NUMBER_MIN = 16;

    public TableType {
        if (number < 1 || number > 255) {
            throw new IllegalArgumentException("expected a table number in 1..255, but " + name + " has " + number);
        }
    }

    public static <R extends SpecificRecord> TableType<R> of(int number, String name, Class<R> row) {
        return new TableType<>(number, name, AvroCodec.of(row), false);
    }

    /**
     * Creates a table whose domain keeps the rows that it uses in memory, so that the engine does not cache them
     * between transactions.
     */
    public static <R extends SpecificRecord> TableType<R> held(int number, String name, Class<R> row) {
        return new TableType<>(number, name, AvroCodec.of(row), true);
    }
}
