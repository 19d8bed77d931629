package dev.rota.stream.partition;

import dev.rota.engine.Nullable;
import dev.rota.engine.rows.MemoryRows;
import dev.rota.engine.rows.Rows;
import dev.rota.engine.schema.AvroCodec;
import org.apache.avro.specific.SpecificRecord;

/** Rows in memory that count the operations on them. */
public final class CountedRows implements Rows {

    private final MemoryRows rows = new MemoryRows();
    private long operations;

    public long operations() {
        return operations;
    }

    @Override
    public @Nullable SpecificRecord get(AvroCodec<?> codec, byte[] key) {
        operations++;
        return rows.get(codec, key);
    }

    @Override
    public boolean put(AvroCodec<?> codec, byte[] key, SpecificRecord row) {
        operations++;
        return rows.put(codec, key, row);
    }

    @Override
    public void remove(AvroCodec<?> codec, byte[] key) {
        operations++;
        rows.remove(codec, key);
    }

    @Override
    public void put(AvroCodec<?> codec, byte[] key, SpecificRecord row, boolean wasThere) {
        operations++;
        rows.put(codec, key, row, wasThere);
    }

    @Override
    public void drop(AvroCodec<?> codec, byte[] key) {
        operations++;
        rows.drop(codec, key);
    }

    @Override
    public Cursor scan(AvroCodec<?> codec, byte[] prefix, byte[] from) {
        operations++;
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
}
