package dev.rota.engine;

import org.apache.avro.specific.SpecificRecord;

/** Ordered rows of one unit. Each way of writing throws on misuse, so a scheduler's slip is found where it happens. */
public interface Table<R extends SpecificRecord> {

    /** A row and its key. */
    record Entry<R>(Key key, R row) {}

    /** A walk over rows in key order. It sees what is written ahead of it while it goes. */
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

    /** The row of a key that must be there. */
    default R expect(Key key) {
        R row = get(key);
        if (row == null) {
            throw new IllegalStateException("expected a row at " + key + ", but there is none");
        }
        return row;
    }

    /** Writes a row that must not be there yet. */
    void insert(Key key, R row);

    /** Writes a row that must be there. */
    void update(Key key, R row);

    /** Writes a row, there or not. */
    void upsert(Key key, R row);

    /** Removes a row that must be there. */
    void delete(Key key);

    /**
     * Writes a row of which its writer knows whether it was there, having all keys at hand: nothing is looked up. A
     * wrong word throws in memory, where every replay runs, and wherever the row happens to be at hand.
     */
    void put(Key key, R row, boolean wasThere);

    /** Removes a row that its writer knows to be there. */
    void drop(Key key);

    /** The first row whose key begins with the prefix; cheap however many rows were taken from that head before. */
    @Nullable
    Entry<R> first(Key prefix);

    /** All rows whose key begins with the prefix. */
    default Cursor<R> scan(Key prefix) {
        return scan(prefix, prefix);
    }

    /** The rows whose key begins with the prefix, from {@code from} on. */
    Cursor<R> scan(Key prefix, Key from);
}
