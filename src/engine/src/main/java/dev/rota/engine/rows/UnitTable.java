package dev.rota.engine.rows;

import dev.rota.engine.Key;
import dev.rota.engine.Nullable;
import dev.rota.engine.Table;
import dev.rota.engine.TableType;
import dev.rota.engine.schema.AvroCodec;
import org.apache.avro.specific.SpecificRecord;

/** The rows of a table that belong to one unit: their keys begin with the table's number and the unit. */
public final class UnitTable<R extends SpecificRecord> implements Table<R> {

    private final TableType<R> type;
    private final AvroCodec<R> codec;
    private final byte[] scope;
    private final Rows rows;
    private final RowCount count;

    UnitTable(TableType<R> type, String unit, Rows rows) {
        this(type, unit, rows, new RowCount(0));
    }

    public UnitTable(TableType<R> type, String unit, Rows rows, RowCount count) {
        this.type = type;
        this.codec = type.codec();
        this.scope = Key.of().kind(type.number()).text(unit).end().bytes();
        this.rows = rows;
        this.count = count;
    }

    @Override
    public @Nullable R get(Key key) {
        SpecificRecord row = rows.get(codec, full(key));
        return row == null ? null : codec.cast(row);
    }

    @Override
    public R expect(Key key) {
        R row = get(key);
        if (row == null) {
            throw new IllegalStateException("expected a row of " + type.name() + " at " + key + ", but there is none");
        }
        return row;
    }

    @Override
    public void insert(Key key, R row) {
        byte[] full = full(key);
        if (rows.get(codec, full) != null) {
            throw new IllegalStateException("expected no row " + key + " in " + type.name() + ", but there is one");
        }
        rows.put(codec, full, row);
        count.changed(false, true);
    }

    @Override
    public void update(Key key, R row) {
        byte[] full = full(key);
        mustBeThere(full, key);
        rows.put(codec, full, row);
    }

    @Override
    public void upsert(Key key, R row) {
        count.changed(rows.put(codec, full(key), row), true);
    }

    @Override
    public void delete(Key key) {
        byte[] full = full(key);
        mustBeThere(full, key);
        rows.remove(codec, full);
        count.changed(true, false);
    }

    @Override
    public void put(Key key, R row, boolean wasThere) {
        rows.put(codec, full(key), row, wasThere);
        count.changed(wasThere, true);
    }

    @Override
    public void drop(Key key) {
        rows.drop(codec, full(key));
        count.changed(true, false);
    }

    @Override
    public @Nullable Entry<R> first(Key prefix) {
        byte[] full = full(prefix);
        try (Rows.Cursor cursor = rows.scan(codec, full, rows.firstFrom(full))) {
            if (!cursor.next()) {
                return null;
            }
            rows.rememberFirst(full, cursor.key());
            return entry(cursor);
        }
    }

    @Override
    public Cursor<R> scan(Key prefix, Key from) {
        Rows.Cursor cursor = rows.scan(codec, full(prefix), full(from));
        return new Cursor<>() {
            @Override
            public @Nullable Entry<R> next() {
                return cursor.next() ? entry(cursor) : null;
            }

            @Override
            public void close() {
                cursor.close();
            }
        };
    }

    private void mustBeThere(byte[] full, Key key) {
        if (rows.get(codec, full) == null) {
            throw new IllegalStateException("expected a row " + key + " in " + type.name() + ", but there is none");
        }
    }

    private Entry<R> entry(Rows.Cursor cursor) {
        byte[] full = cursor.key();
        byte[] own = new byte[full.length - scope.length];
        System.arraycopy(full, scope.length, own, 0, own.length);
        return new Entry<>(new Key(own), codec.cast(cursor.row()));
    }

    private byte[] full(Key key) {
        byte[] own = key.bytes();
        byte[] full = new byte[scope.length + own.length];
        System.arraycopy(scope, 0, full, 0, scope.length);
        System.arraycopy(own, 0, full, scope.length, own.length);
        return full;
    }
}
