package dev.rota.engine.rows;

import dev.rota.engine.Nullable;
import dev.rota.engine.RebuildRow;
import dev.rota.engine.schema.AvroCodec;

/**
 * The row that marks a store's rows as being rebuilt from the log. It is written before the first row is deleted and
 * deleted when the rows are complete, so that an interrupted rebuild continues.
 */
public final class RebuildMarker {

    private static final AvroCodec<RebuildRow> ROWS = AvroCodec.of(RebuildRow.class);

    private RebuildMarker() {}

    /** Returns the marker of a store, or null if its rows are complete. */
    public static @Nullable RebuildRow read(RowStore store) {
        byte[] row = store.get(EngineTables.REBUILD_KEY);
        return row == null ? null : RowFormats.readOwn(ROWS, row);
    }

    /**
     * Marks a store's rows as incomplete.
     *
     * @param decided the last log offset that was decided when the rebuild began; null if that is not known
     */
    public static void write(RowStore store, RowLayout layout, boolean wiped, String why, @Nullable Long decided) {
        RebuildRow row = new RebuildRow(layout.engineFormat(), layout.domainFormat(), wiped, why, decided);
        store.put(EngineTables.REBUILD_KEY, RowFormats.writeOwn(ROWS, row));
    }

    public static void delete(RowStore store) {
        store.delete(EngineTables.REBUILD_KEY);
    }

    /** Returns whether a key is the marker's. */
    static boolean isAt(byte[] key) {
        return key.length == 1 && key[0] == EngineTables.REBUILD_KEY[0];
    }
}
