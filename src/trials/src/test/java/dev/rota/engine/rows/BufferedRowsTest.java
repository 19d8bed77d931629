package dev.rota.engine.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.engine.Key;
import dev.rota.engine.RebuildRow;
import dev.rota.engine.SourceRow;
import dev.rota.engine.Table;
import dev.rota.engine.TableType;
import dev.rota.testing.MapRowStore;
import dev.rota.trials.Seeded;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Buffered rows behave as rows in memory, and differ only in cost. */
class BufferedRowsTest {

    private static final TableType<SourceRow> TYPE = TableType.of(16, "rows", SourceRow.class);
    private static final TableType<SourceRow> HELD = TableType.held(17, "held", SourceRow.class);
    private static final TableType<RebuildRow> LARGE = TableType.of(18, "large", RebuildRow.class);
    private static final RowLayout LAYOUT = new RowLayout(
            "rows",
            1,
            1,
            1,
            1,
            new TreeMap<>(Map.of(
                    TYPE.number(),
                    SourceRow.getClassSchema(),
                    HELD.number(),
                    SourceRow.getClassSchema(),
                    LARGE.number(),
                    RebuildRow.getClassSchema())),
            new TreeSet<>(Set.of(HELD.number())));
    private static final int QUEUES = 3;
    private static final int PLACES = 8;

    private MapRowStore store = new MapRowStore();
    private BufferedRows buffered = new BufferedRows(store, RowFormats.open(store, LAYOUT));
    private TableType<SourceRow> type = TYPE;
    private Table<SourceRow> table = new UnitTable<>(TYPE, "unit", buffered);

    @Seeded(300)
    void shouldDoAsRowsInMemory(long seed) {
        // given
        type = seed % 2 == 0 ? HELD : TYPE;
        Random random = new Random(seed);
        store = new MapRowStore();
        restart();
        Table<SourceRow> memory = new UnitTable<>(TYPE, "unit", new MemoryRows());

        for (int i = 0; i < 200; i++) {
            // when
            Key key = Key.of()
                    .number(random.nextInt(QUEUES))
                    .number(random.nextInt(PLACES))
                    .end();
            Key queue = Key.of(random.nextInt(QUEUES));
            SourceRow row = new SourceRow((long) i);
            int what = random.nextInt(12);
            if (what < 3) {
                table.upsert(key, row);
                memory.upsert(key, row);
            } else if (what < 6 && memory.has(key)) {
                table.delete(key);
                memory.delete(key);
            } else if (what == 6) {
                assertThat(takeWhole(table, queue, i)).isEqualTo(takeWhole(memory, queue, i));
            } else if (what == 7) {
                buffered.flush();
            } else if (what == 8) {
                buffered.flush();
                restart();
            } else if (what > 8) {
                // the caller passes whether the row exists, whether it is cached or not
                if (what == 9) {
                    buffered.flush();
                    restart();
                }
                boolean there = memory.has(key);
                if (there && random.nextBoolean()) {
                    table.drop(key);
                    memory.drop(key);
                } else {
                    table.put(key, row, there);
                    memory.put(key, row, there);
                }
            }

            // then
            assertThat(table.first(queue)).as("first, step %s", i).isEqualTo(memory.first(queue));
            assertThat(table.get(key)).as("get, step %s", i).isEqualTo(memory.get(key));
            assertThat(all(table, Key.EMPTY, key)).as("scan, step %s", i).isEqualTo(all(memory, Key.EMPTY, key));
            assertThat(all(table, queue, queue)).as("queue, step %s", i).isEqualTo(all(memory, queue, queue));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldThrowIfAWritersClaimIsWrong(boolean inMemory) {
        // given
        Table<SourceRow> rows = inMemory ? new UnitTable<>(TYPE, "unit", new MemoryRows()) : table;
        Key key = Key.of(1);
        rows.insert(key, new SourceRow(1L));

        // then
        assertThatThrownBy(() -> rows.put(key, new SourceRow(2L), false))
                .hasMessage("expected no row, but there is one");
        rows.delete(key);
        assertThatThrownBy(() -> rows.drop(key)).hasMessageStartingWith("expected a row");
        assertThatThrownBy(() -> rows.put(key, new SourceRow(2L), true))
                .hasMessage("expected a row, but there is none");
    }

    @Test
    void shouldLookNothingUpIfTheWriterClaims() {
        // given
        table.insert(Key.of(1), new SourceRow(1L));
        buffered.flush();
        restart();

        // when
        table.put(Key.of(1), new SourceRow(2L), true);
        table.put(Key.of(2), new SourceRow(2L), false);
        table.put(Key.of(3), new SourceRow(3L), false);
        table.drop(Key.of(3));
        buffered.flush();

        // then
        assertThat(buffered.rowsRead()).isZero();
        assertThat(buffered.rowsWritten()).isEqualTo(2);
    }

    @Test
    void shouldCacheNoCleanRowThatItsDomainCaches() {
        // given
        type = HELD;
        restart();
        table.insert(Key.of(1), new SourceRow(1L));
        long before = buffered.rowsRead();

        // then it is cached within a transaction
        assertThat(table.get(Key.of(1))).isEqualTo(new SourceRow(1L));
        assertThat(buffered.rowsRead()).isEqualTo(before);

        // and read again after it each time
        buffered.flush();
        assertThat(table.get(Key.of(1))).isEqualTo(new SourceRow(1L));
        assertThat(table.get(Key.of(1))).isEqualTo(new SourceRow(1L));
        assertThat(buffered.rowsRead()).isEqualTo(before + 2);
        assertThat(all(table, Key.EMPTY, Key.EMPTY)).hasSize(1);
    }

    /** Drops everything except for the store's bytes. */
    private void restart() {
        buffered = new BufferedRows(store, RowFormats.open(store, LAYOUT));
        table = new UnitTable<>(type, "unit", buffered);
    }

    /**
     * Deletes a queue's rows while scanning it, and sometimes puts one ahead of the cursor, which the scan must return.
     */
    private static List<Table.Entry<SourceRow>> takeWhole(Table<SourceRow> table, Key queue, int step) {
        List<Table.Entry<SourceRow>> taken = new ArrayList<>();
        try (Table.Cursor<SourceRow> cursor = table.scan(queue)) {
            for (Table.Entry<SourceRow> entry = cursor.next(); entry != null; entry = cursor.next()) {
                taken.add(entry);
                table.delete(entry.key());
                if (taken.size() == 1 && step % 2 == 0) {
                    table.upsert(
                            Key.of()
                                    .number(queue.read().number32())
                                    .number(PLACES + step)
                                    .end(),
                            new SourceRow((long) -step));
                }
            }
        }
        return taken;
    }

    private static List<Table.Entry<SourceRow>> all(Table<SourceRow> table, Key prefix, Key from) {
        List<Table.Entry<SourceRow>> all = new ArrayList<>();
        try (Table.Cursor<SourceRow> cursor = table.scan(prefix, from)) {
            for (Table.Entry<SourceRow> entry = cursor.next(); entry != null; entry = cursor.next()) {
                all.add(entry);
            }
        }
        return all;
    }

    @Test
    void shouldWriteARowOnceHoweverOftenItChanged() {
        // given
        Key key = Key.of(1);

        // when
        for (long i = 0; i < 100; i++) {
            table.upsert(key, new SourceRow(i));
        }
        buffered.flush();

        // then
        assertThat(buffered.rowsWritten()).isEqualTo(1);
        buffered.flush();
        assertThat(buffered.rowsWritten()).as("nothing changed since").isEqualTo(1);
    }

    @Test
    void shouldWriteRowsInKeyOrder() {
        // given
        GroupedStore grouped = new GroupedStore();
        BufferedRows rows = grouped.open(LAYOUT);
        Table<SourceRow> some = new UnitTable<>(TYPE, "unit", rows);
        for (long place : new long[] {5, 1, 300, 2, 4}) {
            some.upsert(Key.of(place), new SourceRow(place));
        }

        // when
        rows.flush();

        // then
        assertThat(grouped.keys()).hasSize(5).isSorted();
    }

    /** A group takes memory twice, as rows and as bytes. */
    @Test
    void shouldWriteRowsInGroupsThatTakeLittleMemory() {
        // given
        GroupedStore grouped = new GroupedStore();
        BufferedRows rows = grouped.open(LAYOUT);
        Table<SourceRow> small = new UnitTable<>(TYPE, "unit", rows);
        Table<RebuildRow> large = new UnitTable<>(LARGE, "unit", rows);
        for (long place = 0; place < 1_000; place++) {
            small.upsert(Key.of(place), new SourceRow(place));
        }
        rows.flush();
        grouped.groups.clear();
        for (long place = 0; place < 1_000; place += 2) {
            small.delete(Key.of(place));
        }
        for (long place = 0; place < 10; place++) {
            large.upsert(Key.of(place), new RebuildRow(1, 1, true, "x".repeat(100_000), null));
        }

        // when
        rows.flush();

        // then
        assertThat(grouped.keys()).hasSize(510).isSorted();
        assertThat(grouped.groups).hasSizeLessThan(20).allMatch(group -> group.size() <= 64);
        assertThat(grouped.groups)
                .allMatch(group -> group.stream().mapToInt(RowStore.Entry::size).sum() < 400_000);
        assertThat(grouped.rows(TYPE)).isEqualTo(500);
        assertThat(grouped.rows(LARGE)).isEqualTo(10);
    }

    @Test
    void shouldNotWriteARowThatCameAndWent() {
        // when
        table.insert(Key.of(1), new SourceRow(1L));
        table.delete(Key.of(1));
        buffered.flush();

        // then
        assertThat(buffered.rowsWritten()).isZero();
    }

    @Test
    void shouldKeepUnitsApart() {
        // given
        Table<SourceRow> other = new UnitTable<>(TYPE, "unit\0", buffered);

        // when
        table.insert(Key.of(1), new SourceRow(1L));
        other.insert(Key.of(1), new SourceRow(2L));
        buffered.flush();

        // then
        assertThat(all(table, Key.EMPTY, Key.EMPTY)).hasSize(1);
        assertThat(other.expect(Key.of(1)).getOffset()).isEqualTo(2);
    }
}
