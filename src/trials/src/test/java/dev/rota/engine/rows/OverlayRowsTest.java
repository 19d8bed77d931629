package dev.rota.engine.rows;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Key;
import dev.rota.engine.SourceRow;
import dev.rota.engine.Table;
import dev.rota.engine.TableType;
import dev.rota.trials.Seeded;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Overlaid rows behave as the rows below would, and leave these unchanged. */
class OverlayRowsTest {

    private static final TableType<SourceRow> TYPE = TableType.of(16, "rows", SourceRow.class);
    private static final int KEYS = 12;

    @Seeded(300)
    void shouldDoAsTheRowsBelowAndLeaveThem(long seed) {
        // given
        Random random = new Random(seed);
        MemoryRows below = new MemoryRows();
        Table<SourceRow> lower = new UnitTable<>(TYPE, "unit", below);
        Table<SourceRow> expected = new UnitTable<>(TYPE, "unit", new MemoryRows());
        for (int i = 0; i < KEYS; i++) {
            if (random.nextBoolean()) {
                SourceRow row = new SourceRow((long) i);
                lower.insert(Key.of(i), row);
                expected.insert(Key.of(i), row);
            }
        }
        List<String> before = scan(lower, Key.EMPTY, random, 0);
        Table<SourceRow> overlaid = new UnitTable<>(TYPE, "unit", new OverlayRows(below));

        // when
        for (int i = 0; i < 60; i++) {
            long change = random.nextLong();
            change(expected, new Random(change));
            change(overlaid, new Random(change));

            // then
            Key from = Key.of(random.nextInt(KEYS));
            assertThat(overlaid.get(from)).isEqualTo(expected.get(from));
            assertThat(overlaid.first(Key.EMPTY)).isEqualTo(expected.first(Key.EMPTY));
            long scan = random.nextLong();
            assertThat(scan(overlaid, from, new Random(scan), 3)).isEqualTo(scan(expected, from, new Random(scan), 3));
        }
        assertThat(scan(lower, Key.EMPTY, random, 0)).isEqualTo(before);
    }

    @Test
    void shouldNoticeWhatChanges() {
        MemoryRows below = new MemoryRows();
        new UnitTable<>(TYPE, "unit", below).insert(Key.of(1), new SourceRow(1L));
        OverlayRows rows = new OverlayRows(below);
        Table<SourceRow> table = new UnitTable<>(TYPE, "unit", rows);

        table.update(Key.of(1), new SourceRow(1L));
        assertThat(rows.isChanged()).as("an equal row").isFalse();
        table.update(Key.of(1), new SourceRow(2L));
        assertThat(rows.isChanged()).isTrue();
        rows.watch();
        assertThat(rows.isChanged()).isFalse();
        table.delete(Key.of(1));
        assertThat(rows.isChanged()).isTrue();
    }

    private static void change(Table<SourceRow> table, Random random) {
        Key key = Key.of(random.nextInt(KEYS));
        boolean isThere = table.has(key);
        if (isThere && random.nextBoolean()) {
            if (random.nextBoolean()) {
                table.delete(key);
            } else {
                table.drop(key);
            }
        } else if (random.nextBoolean()) {
            table.upsert(key, new SourceRow((long) random.nextInt(3)));
        } else {
            table.put(key, new SourceRow((long) random.nextInt(3)), isThere);
        }
    }

    /** Scans, and writes up to {@code changes} times meanwhile. */
    private static List<String> scan(Table<SourceRow> table, Key from, Random random, int changes) {
        List<String> found = new ArrayList<>();
        int left = changes;
        try (Table.Cursor<SourceRow> cursor = table.scan(Key.EMPTY, from)) {
            for (Table.Entry<SourceRow> entry = cursor.next(); entry != null; entry = cursor.next()) {
                found.add(entry.key() + " " + entry.row());
                if (left-- > 0) {
                    change(table, random);
                }
            }
        }
        return found;
    }
}
