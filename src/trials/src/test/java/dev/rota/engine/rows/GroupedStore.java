package dev.rota.engine.rows;

import dev.rota.engine.Key;
import dev.rota.engine.TableType;
import dev.rota.testing.MapRowStore;
import java.util.ArrayList;
import java.util.List;

/** Remembers which rows were written to it together. */
final class GroupedStore extends MapRowStore {

    final List<List<Entry>> groups = new ArrayList<>();

    /** Opens rows over this store, which contains their format already. */
    BufferedRows open(RowLayout layout) {
        RowFormats formats = RowFormats.open(this, layout);
        formats.store(this);
        return new BufferedRows(this, formats);
    }

    /** Returns the keys of all rows that were written, in order. */
    List<Key> keys() {
        return groups.stream()
                .flatMap(List::stream)
                .map(entry -> new Key(entry.key()))
                .toList();
    }

    /** Returns the number of rows that a table has. */
    int rows(TableType<?> table) {
        int count = 0;
        try (Range range = range(new byte[] {(byte) table.number()}, new byte[] {(byte) (table.number() + 1)})) {
            while (range.next()) {
                count++;
            }
        }
        return count;
    }

    @Override
    public void write(List<Entry> entries) {
        groups.add(List.copyOf(entries));
        super.write(entries);
    }
}
