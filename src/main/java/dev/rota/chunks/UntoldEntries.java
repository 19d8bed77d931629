package dev.rota.chunks;

import dev.rota.engine.Key;
import dev.rota.engine.Step;
import dev.rota.engine.Table;
import dev.rota.engine.Tables;

/**
 * Catalog entries that a step had no room for, told in following ones: the removal of a dataset can have tens of
 * thousands. Whatever changes the catalog meanwhile is told after them, since the topic says what happened in its order.
 */
final class UntoldEntries {

    /** [4] continues to tell entries; it comes after statuses. */
    static final int ENTRIES_UNTOLD = 4;

    private static final Key TELL_ON = Key.of().kind(ENTRIES_UNTOLD).end();

    /** The rows' keys are the numbers from here on. */
    private long first;

    private long end;

    private UntoldEntries() {}

    static UntoldEntries read(Tables tables) {
        UntoldEntries entries = new UntoldEntries();
        try (Table.Cursor<CatalogEntry> cursor =
                tables.table(ChunksTables.UNTOLD_ENTRIES).scan(Key.EMPTY)) {
            for (Table.Entry<CatalogEntry> entry = cursor.next(); entry != null; entry = cursor.next()) {
                long number = entry.key().read().number64();
                entries.first = entries.end == 0 ? number : entries.first;
                entries.end = number + 1;
            }
        }
        return entries;
    }

    /** Tells an entry, or keeps it for a following step. */
    void tell(Step step, CatalogEntry entry) {
        if (first == end && step.hasRoom()) {
            emit(step, entry);
        } else {
            step.table(ChunksTables.UNTOLD_ENTRIES).put(Key.of(end++), entry, false);
            step.continueWith(TELL_ON);
        }
    }

    void tellOn(Step step) {
        Table<CatalogEntry> rows = step.table(ChunksTables.UNTOLD_ENTRIES);
        while (first < end) {
            if (!step.hasRoom()) {
                step.continueWith(TELL_ON);
                return;
            }
            Key key = Key.of(first++);
            emit(step, rows.expect(key));
            rows.drop(key);
        }
        first = 0;
        end = 0;
    }

    private static void emit(Step step, CatalogEntry entry) {
        step.emit(ChunksDomain.CATALOG, entry.getDataset(), entry);
    }
}
