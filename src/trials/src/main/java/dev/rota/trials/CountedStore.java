package dev.rota.trials;

import dev.rota.engine.Nullable;
import dev.rota.engine.TableType;
import dev.rota.engine.rows.RowStore;
import dev.rota.testing.MapRowStore;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts the rows that are written to it and read from it, by table. */
public final class CountedStore implements RowStore {

    private final RowStore store = new MapRowStore();
    private final Map<Integer, Long> written = new TreeMap<>();
    private final Map<Integer, Long> read = new TreeMap<>();

    /** Returns the number of a table's rows that were written or deleted so far. */
    public long written(TableType<?> table) {
        return written.getOrDefault(table.number(), 0L);
    }

    /**
     * Returns the number of rows that were written or deleted so far, by table number, including the engine's tables.
     */
    public Map<Integer, Long> written() {
        return new TreeMap<>(written);
    }

    /** Returns the number of rows that were found so far, one by one or in ranges, by the tables' names. */
    public Map<String, Long> read(List<TableType<?>> tables) {
        Map<String, Long> rows = new TreeMap<>();
        tables.forEach(table -> rows.put(table.name(), read.getOrDefault(table.number(), 0L)));
        return rows;
    }

    /** Returns the number of rows in each table that has any, by the tables' names. */
    public Map<String, Integer> rows(List<TableType<?>> tables) {
        Map<Integer, Integer> counts = new TreeMap<>();
        try (Range all = store.range(new byte[0], null)) {
            while (all.next()) {
                counts.merge((int) all.key()[0], 1, Integer::sum);
            }
        }
        Map<String, Integer> rows = new TreeMap<>();
        for (TableType<?> table : tables) {
            Integer count = counts.get(table.number());
            if (count != null) {
                rows.put(table.name(), count);
            }
        }
        return rows;
    }

    @Override
    public @Nullable byte[] get(byte[] key) {
        byte[] value = store.get(key);
        if (value != null) {
            count(read, key);
        }
        return value;
    }

    @Override
    public void put(byte[] key, byte[] value) {
        count(written, key);
        store.put(key, value);
    }

    @Override
    public void delete(byte[] key) {
        count(written, key);
        store.delete(key);
    }

    @Override
    public Range range(byte[] from, @Nullable byte[] to) {
        return new CountedRange(store.range(from, to));
    }

    /** Counts a row by its key, which begins with the number of its table. */
    private static void count(Map<Integer, Long> rows, byte[] key) {
        rows.merge((int) key[0], 1L, Long::sum);
    }

    /** Counts the rows that a range returns. */
    private final class CountedRange implements Range {
        private final Range range;

        CountedRange(Range range) {
            this.range = range;
        }

        @Override
        public boolean next() {
            boolean there = range.next();
            if (there) {
                count(read, range.key());
            }
            return there;
        }

        @Override
        public byte[] key() {
            return range.key();
        }

        @Override
        public byte[] value() {
            return range.value();
        }

        @Override
        public void close() {
            range.close();
        }
    }
}
