package dev.rota.engine.rows;

import dev.rota.engine.Key;
import dev.rota.engine.Nullable;
import dev.rota.engine.schema.AvroCodec;
import org.apache.avro.specific.SpecificRecord;

/** Rows that throw on writes: a page's write would not be in the log, so no replay would repeat it. */
final class ReadOnlyRows implements Rows {

    private final Rows rows;

    ReadOnlyRows(Rows rows) {
        this.rows = rows;
    }

    @Override
    public @Nullable SpecificRecord get(AvroCodec<?> codec, byte[] key) {
        return rows.get(codec, key);
    }

    @Override
    public boolean put(AvroCodec<?> codec, byte[] key, SpecificRecord row) {
        throw written(key);
    }

    @Override
    public void remove(AvroCodec<?> codec, byte[] key) {
        throw written(key);
    }

    @Override
    public void put(AvroCodec<?> codec, byte[] key, SpecificRecord row, boolean wasThere) {
        throw written(key);
    }

    @Override
    public void drop(AvroCodec<?> codec, byte[] key) {
        throw written(key);
    }

    @Override
    public Cursor scan(AvroCodec<?> codec, byte[] prefix, byte[] from) {
        return rows.scan(codec, prefix, from);
    }

    @Override
    public byte[] firstFrom(byte[] prefix) {
        return rows.firstFrom(prefix);
    }

    @Override
    public void rememberFirst(byte[] prefix, byte[] bound) {
        rows.rememberFirst(prefix, bound);
    }

    private static IllegalStateException written(byte[] key) {
        return new IllegalStateException("expected rows to be read only, but " + new Key(key) + " is written");
    }
}
