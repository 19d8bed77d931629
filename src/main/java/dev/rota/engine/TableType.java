package dev.rota.engine;

import dev.rota.engine.schema.AvroCodec;
import org.apache.avro.specific.SpecificRecord;

/**
 * A table of a domain.
 *
 * @param number identifies it in the store and never changes; from 16 on, since lower ones are the engine's
 * @param name for people
 * @param codec of its rows
 * @param held whether its domain holds the rows that it uses in memory, so that no clean ones are kept for it
 */
public record TableType<R extends SpecificRecord>(int number, String name, AvroCodec<R> codec, boolean held) {

    /** The engine reserves table numbers below this. */
    public static final int DOMAIN_NUMBER_MIN = 16;

    public TableType {
        if (number < 1 || number > 255) {
            throw new IllegalArgumentException("expected a table number in 1..255, but " + name + " has " + number);
        }
    }

    public static <R extends SpecificRecord> TableType<R> of(int number, String name, Class<R> row) {
        return new TableType<>(number, name, AvroCodec.of(row), false);
    }

    /** A table whose domain holds the rows that it uses in memory: between transactions, they are kept nowhere else. */
    public static <R extends SpecificRecord> TableType<R> held(int number, String name, Class<R> row) {
        return new TableType<>(number, name, AvroCodec.of(row), true);
    }
}
