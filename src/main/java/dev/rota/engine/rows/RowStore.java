package dev.rota.engine.rows;

import dev.rota.engine.Nullable;

/** The ordered key-value store under {@link BufferedRows}: RocksDB in a running scheduler, a map in tests. */
public interface RowStore {

    /** Rows in key order; must be closed. */
    interface Range extends AutoCloseable {

        boolean next();

        byte[] key();

        byte[] value();

        @Override
        void close();
    }

    @Nullable
    byte[] get(byte[] key);

    void put(byte[] key, byte[] value);

    void delete(byte[] key);

    /** From {@code from}, inclusive, to {@code to}, exclusive; null: to the end. */
    Range range(byte[] from, @Nullable byte[] to);
}
