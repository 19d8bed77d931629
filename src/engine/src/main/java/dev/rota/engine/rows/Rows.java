package dev.rota.engine.rows;

import dev.rota.engine.Nullable;
import dev.rota.engine.schema.AvroCodec;
import org.apache.avro.specific.SpecificRecord;

/** The physical rows of one log partition: all tables of all units, by full key. */
public interface Rows {

    /** A scan in key order, which also returns rows written ahead of it during the scan. */
    interface Cursor extends AutoCloseable {

        /** Moves to the next row. Returns false at the end. */
        boolean next();

        byte[] key();

        SpecificRecord row();

        @Override
        void close();
    }

    @Nullable
    SpecificRecord get(AvroCodec<?> codec, byte[] key);

    /** Writes a row; returns whether it replaced one. */
    boolean put(AvroCodec<?> codec, byte[] key, SpecificRecord row);

    void remove(AvroCodec<?> codec, byte[] key);

    /** Writes a row without a lookup: the caller states whether it exists. */
    void put(AvroCodec<?> codec, byte[] key, SpecificRecord row, boolean wasThere);

    /** Removes an existing row without a lookup. */
    void drop(AvroCodec<?> codec, byte[] key);

    /** Throws if the caller's statement about a row is wrong. */
    static void check(boolean wasThere, boolean isThere) {
        if (wasThere != isThere) {
            throw new IllegalStateException(
                    "expected " + (wasThere ? "a" : "no") + " row, but there is " + (isThere ? "one" : "none"));
        }
    }

    /** Returns the rows whose key begins with the prefix, from {@code from} on. */
    Cursor scan(AvroCodec<?> codec, byte[] prefix, byte[] from);

    /**
     * Returns the greatest known lower bound of the keys with this prefix, from which a scan does not pass over the
     * tombstones of deleted rows.
     */
    byte[] firstFrom(byte[] prefix);

    /** Remembers that no row with this prefix precedes {@code bound}. */
    void rememberFirst(byte[] prefix, byte[] bound);
}
