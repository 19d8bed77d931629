package dev.rota.engine.rows;

import dev.rota.engine.Nullable;
import dev.rota.engine.schema.AvroCodec;
import org.apache.avro.specific.SpecificRecord;

/** The physical rows of one log partition: all tables of all units, by full key. */
public interface Rows {

    /** A scan in key order; it sees rows written ahead of it during the scan. */
    interface Cursor extends AutoCloseable {

        /** Moves to the next row; false at the end. */
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

    /** Writes a row whose existence the caller knows, which saves the lookup. */
    void put(AvroCodec<?> codec, byte[] key, SpecificRecord row, boolean wasThere);

    /** Removes a row that is known to be there. */
    void drop(AvroCodec<?> codec, byte[] key);

    /** Throws if the caller's claim about a row is wrong. */
    static void check(boolean wasThere, boolean isThere) {
        if (wasThere != isThere) {
            throw new IllegalStateException(
                    "expected " + (wasThere ? "a" : "no") + " row, but there is " + (isThere ? "one" : "none"));
        }
    }

    /** The rows that begin with the prefix, from {@code from} on. */
    Cursor scan(AvroCodec<?> codec, byte[] prefix, byte[] from);

    /**
     * A lower bound of the keys with this prefix, as tight as is known. It saves scanning over the tombstones of
     * deleted rows.
     */
    byte[] firstFrom(byte[] prefix);

    /** Caches that no row with this prefix precedes {@code bound}. */
    void rememberFirst(byte[] prefix, byte[] bound);
}
