package dev.rota.engine;

import java.util.Map;
import java.util.TreeMap;

/** A store that counts what is written to it, by table. */
public final class CountedStore implements RowStore {

    private final RowStore store = new MapRowStore();
    private final Map<Integer, Long> written = new TreeMap<>();

    /** Rows of a table that were written or deleted so far. */
    public long written(TableType<?> table) {
        return written.getOrDefault(table.number(), 0L);
    }

    /** Rows that were written or deleted so far, by table number; the engine's own among them. */
    public Map<Integer, Long> written() {
        return new TreeMap<>(written);
    }

    @Override
    public @Nullable byte[] get(byte[] key) {
        return store.get(key);
    }

    @Override
    public void put(byte[] key, byte[] value) {
        count(key);
        store.put(key, value);
    }

    @Override
    public void delete(byte[] key) {
        count(key);
        store.delete(key);
    }

    @Override
    public Range range(byte[] from, @Nullable byte[] to) {
        return store.range(from, to);
    }

    /** A key begins with its table's number. */
    private void count(byte[] key) {
        written.merge((int) key[0], 1L, Long::sum);
    }
}
