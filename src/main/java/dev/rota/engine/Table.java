package dev.rota.engine;

import org.apache.avro.specific.SpecificRecord;

/** Ordered rows of one unit. Every write method throws on misuse, so a scheduler's bug surfaces where it happens. */
public interface Table<R extends SpecificRecord> {

    /** A row and its key. */
    record Entry<R>(Key key, R row) {}

    /** A scan in key order. It sees rows written ahead of it during the scan. */
    interface Cursor<R> extends AutoCloseable {

        /** The next row, or null at the end. */
        @Nullable
        Entry<R> next();

        @Override
        void close();
    }

    @Nullable
    R get(Key key);

    default boolean has(Key key) {
        return get(key) != null;
    }

    /** The row of a key; throws if there is none. */
    default R expect(Key key) {
        R row = get(key);
        if (row == null) {
            throw new IllegalStateException("expected a row at " + key + ", but there is none");
        }
        return row;
    }

    /** Writes a new row; throws if it exists. */
    void insert(Key key, R row);

    /** Replaces a row; throws if it does not exist. */
    void update(Key key, R row);

    /** Writes a row, whether it exists or not. */
    void upsert(Key key, R row);

    /** Removes a row; throws if it does not exist. */
    void delete(Key key);

    /**
     * Writes a row whose existence the caller knows, because it caches all keys: nothing is looked up. A wrong claim
     * throws if the row is cached, and always in memory, where every replay runs.
     */
    void put(Key key, R row, boolean wasThere);

    /** Removes a row that the caller knows to exist. */
    void drop(Key key);

    /** The first row whose key begins with the prefix; cheap however many rows were deleted before it. */
    @Nullable
    Entry<R> first(Key prefix);

    /** All rows whose key begins with the prefix. */
    default Cursor<R> scan(Key prefix) {
        return scan(prefix, prefix);
    }

    /** The rows whose key begins with the prefix, from {@code from} on. */
    Cursor<R> scan(Key prefix, Key from);
}
