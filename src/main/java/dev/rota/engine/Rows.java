package dev.rota.engine;

import org.apache.avro.specific.SpecificRecord;

/** The physical rows of one log partition: all tables of all units, by full key. */
public interface Rows {

    /** A walk in key order; it sees what is written ahead of it while it goes. */
    interface Cursor extends AutoCloseable {

        /** Goes to the next row; false at the end. */
        boolean next();

        byte[] key();

        SpecificRecord row();

        @Override
        void close();
    }

    @Nullable
    SpecificRecord get(AvroCodec<?> codec, byte[] key);

    /** Writes a row; whether there was one. */
    boolean put(AvroCodec<?> codec, byte[] key, SpecificRecord row);

    void remove(AvroCodec<?> codec, byte[] key);

    /** Writes a row of which its writer knows whether it was there, so that nobody looks it up to find out. */
    void put(AvroCodec<?> codec, byte[] key, SpecificRecord row, boolean wasThere);

    /** Removes a row that is known to be there. */
    void drop(AvroCodec<?> codec, byte[] key);

    /** Throws where a writer's word does not hold. */
    static void check(boolean wasThere, boolean isThere) {
        if (wasThere != isThere) {
            throw new IllegalStateException(
                    "expected " + (wasThere ? "a" : "no") + " row, but there is " + (isThere ? "one" : "none"));
        }
    }

    /** The rows that begin with the prefix, from {@code from} on. */
    Cursor scan(AvroCodec<?> codec, byte[] prefix, byte[] from);

    /**
     * A key at or before the first row with this prefix, as near to it as is known. Where rows leave tombstones, a
     * remembered bound spares walking over them.
     */
    byte[] firstFrom(byte[] prefix);

    /** Remembers that no row with this prefix stands before {@code bound}. */
    void rememberFirst(byte[] prefix, byte[] bound);
}
