package dev.rota.stream.kstreams;

import dev.rota.engine.Nullable;
import dev.rota.engine.rows.RowStore;

/** A store without rows, shown in the place of one whose rows cannot be read. It cannot be written. */
final class NoRows implements RowStore {

    static final RowStore STORE = new NoRows();

    private NoRows() {}

    @Override
    public @Nullable byte[] get(byte[] key) {
        return null;
    }

    @Override
    public void put(byte[] key, byte[] value) {
        throw new IllegalStateException("expected no row to be written while rows are wiped");
    }

    @Override
    public void delete(byte[] key) {
        throw new IllegalStateException("expected no row to be deleted but by the wipe");
    }

    @Override
    public Range range(byte[] from, @Nullable byte[] to) {
        return new Range() {
            @Override
            public boolean next() {
                return false;
            }

            @Override
            public byte[] key() {
                throw new IllegalStateException("expected next() to be true first, but there are no rows");
            }

            @Override
            public byte[] value() {
                throw new IllegalStateException("expected next() to be true first, but there are no rows");
            }

            @Override
            public void close() {
                // holds nothing
            }
        };
    }
}
