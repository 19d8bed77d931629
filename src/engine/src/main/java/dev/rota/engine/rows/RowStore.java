package dev.rota.engine.rows;

import dev.rota.engine.Nullable;
import java.util.List;

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

    /**
     * A row to be written.
     * @param value null to delete the row
     */
    record Entry(byte[] key, @Nullable byte[] value) {

        int size() {
            return key.length + (value == null ? 0 : value.length);
        }
    }

    @Nullable
    byte[] get(byte[] key);

    void put(byte[] key, byte[] value);

    void delete(byte[] key);

    /** Puts and deletes rows in this order. Some stores write a group faster than its rows one by one. */
    default void write(List<Entry> entries) {
        for (Entry entry : entries) {
            byte[] value = entry.value();
            if (value == null) {
                delete(entry.key());
            } else {
                put(entry.key(), value);
            }
        }
    }

    /** Returns the rows from {@code from}, inclusive, to {@code to}, exclusive, or to the end if {@code to} is null. */
    Range range(byte[] from, @Nullable byte[] to);
}
