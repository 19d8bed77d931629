package dev.rota.engine;

import java.util.function.BiConsumer;
import org.apache.avro.specific.SpecificRecord;

/**
 * Ordered rows of one unit. Every write method throws on misuse, so that a scheduler's bug surfaces where it happens.
 */
public interface Table<R extends SpecificRecord> {

    /** A row and its key. */
    record Entry<R>(Key key, R row) {}

    /** A scan in key order, which also returns rows written ahead of it during the scan. */
    interface Cursor<R> extends AutoCloseable {

        /** Returns the next row, or null at the end. */
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

    /** Returns the row of a key; throws if there is none. */
    R expect(Key key);

    /** Writes a new row; throws if it exists. */
    void insert(Key key, R row);

    /** Replaces a row; throws if it does not exist. */
    void update(Key key, R row);

    /** Writes a row, whether it exists or not. */
    void upsert(Key key, R row);

    /** Removes a row; throws if it does not exist. */
    void delete(Key key);

    /**
     * Writes a row without a lookup: the caller caches all keys and states whether the row exists. A wrong statement
     * throws if the row is cached, and always in memory, where every replay runs.
     */
    void put(Key key, R row, boolean wasThere);

    /** Removes an existing row without a lookup. */
    void drop(Key key);

    /**
     * Returns the first row whose key begins with the prefix, or null. The cost does not depend on how many rows were
     * deleted before it.
     */
    @Nullable
    Entry<R> first(Key prefix);

    /** Returns all rows whose key begins with the prefix. */
    default Cursor<R> scan(Key prefix) {
        return scan(prefix, prefix);
    }

    /** Passes all rows whose key begins with the prefix to a visitor, in key order. */
    default void forEach(Key prefix, BiConsumer<Key, R> visitor) {
        try (Cursor<R> cursor = scan(prefix)) {
            for (Entry<R> entry = cursor.next(); entry != null; entry = cursor.next()) {
                visitor.accept(entry.key(), entry.row());
            }
        }
    }

    /** Returns the rows whose key begins with the prefix, from {@code from} on. */
    Cursor<R> scan(Key prefix, Key from);
}
