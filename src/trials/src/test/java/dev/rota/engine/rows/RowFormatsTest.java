package dev.rota.engine.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.engine.Key;
import dev.rota.engine.Table;
import dev.rota.tally.TallyDomain;
import dev.rota.tally.TallyRow;
import dev.rota.testing.MapRowStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Rows remain readable for later builds than the one that wrote them. */
class RowFormatsTest {

    private static final byte FIRST = 1;
    private static final byte SECOND = 2;

    private final MapRowStore store = new MapRowStore();

    @SuppressWarnings("NullAway.Init")
    private BufferedRows rows;

    @Test
    void shouldReadRowsOfAnOlderBuild() {
        // given
        Table<TallyRow> before = open(TallyDomain.first());
        before.insert(Key.of("dishes"), TallyDomain.first().row(3));
        before.insert(Key.of("laundry"), TallyDomain.first().row(4));
        rows.flush();

        // when
        Table<TallyRow> after = open(TallyDomain.second());

        // then the newer build reads each row, and scans it among rows of the new format
        TallyRow dishes = after.expect(Key.of("dishes"));
        assertThat(dishes.count()).isEqualTo(3);
        assertThat(dishes.get(1)).as("the new field's default").isEqualTo(7L);
        TallyRow weighed = dishes.counted(5);
        weighed.put(1, 9L);
        after.insert(Key.of("garden"), weighed);
        rows.flush();
        assertThat(scanned(open(TallyDomain.second()))).containsExactly("3 of 7", "5 of 9", "4 of 7");
    }

    @Test
    void shouldWriteTheNewestFormatAndOnlyWhatChanges() {
        // given
        Table<TallyRow> before = open(TallyDomain.first());
        before.insert(Key.of("dishes"), TallyDomain.first().row(3));
        before.insert(Key.of("laundry"), TallyDomain.first().row(4));
        rows.flush();

        // when
        Table<TallyRow> after = open(TallyDomain.second());
        after.update(Key.of("dishes"), after.expect(Key.of("dishes")).counted(4));
        rows.flush();

        // then
        assertThat(stored("dishes")[0]).isEqualTo(SECOND);
        assertThat(stored("laundry")[0]).isEqualTo(FIRST);
        assertThat(scanned(open(TallyDomain.second()))).containsExactly("4 of 7", "4 of 7");
    }

    @Test
    void shouldNotChangeAStoreThatItOnlyReads() {
        // given
        open(TallyDomain.first()).insert(Key.of("dishes"), TallyDomain.first().row(3));
        rows.flush();
        List<String> before = all();

        // when
        open(TallyDomain.second()).expect(Key.of("dishes"));
        rows.flush();

        // then the older build can still continue
        assertThat(all()).isEqualTo(before);
        assertThat(open(TallyDomain.first()).expect(Key.of("dishes")).count()).isEqualTo(3);
    }

    @Test
    void shouldStopAtRowsOfANewerBuild() {
        // given
        open(TallyDomain.second()).insert(Key.of("dishes"), TallyDomain.second().row(3));
        rows.flush();
        List<String> before = all();

        // when
        assertThatThrownBy(() -> open(TallyDomain.first()))
                // then
                .isInstanceOf(NewerRows.class)
                .hasMessage("the rows of chores were written by a newer build (format 2), this build supports up to 1:"
                        + " run the newer build");
        assertThat(all()).isEqualTo(before);
    }

    @Test
    void shouldStopAtARebuildThatANewerBuildHasBegun() {
        RebuildMarker.write(store, RowLayout.of(TallyDomain.second()), false, "a test", 3L);

        assertThatThrownBy(() -> open(TallyDomain.first())).isInstanceOf(NewerRows.class);
    }

    @Test
    void shouldStopAtNewerRowsOfTheEngine() {
        // given
        RowLayout today = RowLayout.of(TallyDomain.first());
        RowLayout later = new RowLayout("chores", today.engineFormat() + 1, 1, 1, 1, today.schemas(), today.held());
        RowFormats.open(store, later).store(store);

        // then
        assertThatThrownBy(() -> open(TallyDomain.first()))
                .isInstanceOf(NewerRows.class)
                .hasMessageStartingWith("the rows of the engine were written by a newer build");
    }

    @Test
    void shouldNotReadRowsThatDoNotResolve() {
        write(TallyDomain.first());

        assertThat(formats(TallyDomain.third()).unreadable()).isEqualTo("rows of table 16 cannot be read as TallyRow");
    }

    @Test
    void shouldNotReadRowsOlderThanTheOldestFormat() {
        write(TallyDomain.first());

        assertThat(formats(TallyDomain.second().numbered(3, 2)).unreadable())
                .isEqualTo("its rows of chores are of format 1, but this build reads formats from 2 on");
    }

    @Test
    void shouldNotReadAStoreThatStillHasRowsOfAnOldFormat() {
        // given rows of the first format among those of the second
        write(TallyDomain.first());
        write(TallyDomain.second());

        assertThat(formats(TallyDomain.second().numbered(3, 2)).unreadable()).isNotNull();
        assertThat(formats(TallyDomain.second().numbered(3, 1)).unreadable()).isNull();
    }

    @Test
    void shouldNotReadTheRowsOfATableThatIsGone() {
        // given
        write(TallyDomain.first());
        RowLayout layout = RowLayout.of(TallyDomain.second());
        TreeMap<Integer, org.apache.avro.Schema> fewer = new TreeMap<>(layout.schemas());
        fewer.remove(16);

        // then
        assertThat(RowFormats.open(store, new RowLayout("chores", 1, 1, 2, 1, fewer, layout.held()))
                        .unreadable())
                .isEqualTo("this build has no table 16");
    }

    @Test
    void shouldNotGuessWhichOfTwoSchemasWithOneNumberIsNewer() {
        write(TallyDomain.first());

        RowFormats formats = formats(TallyDomain.second().numbered(1, 1));
        assertThat(formats.ambiguous()).isTrue();
        assertThat(formats.unreadable()).isNotNull();
        assertThat(formats(TallyDomain.first()).ambiguous()).isFalse();
        assertThat(formats(TallyDomain.second()).ambiguous()).isFalse();
    }

    @Test
    void shouldWipeInSlicesAndKeepTheMarker() {
        // given
        Table<TallyRow> table = open(TallyDomain.first());
        for (int i = 0; i < 25; i++) {
            table.insert(Key.of(i), TallyDomain.first().row(i));
        }
        rows.flush();
        RebuildMarker.write(store, RowLayout.of(TallyDomain.first()), false, "a test", null);

        // when
        RowWipe wipe = new RowWipe(store);
        int slices = 1;
        while (wipe.slice(10)) {
            slices++;
            assertThat(all()).hasSizeGreaterThan(1);
        }

        // then: 25 rows and their format
        assertThat(wipe.deleted()).isEqualTo(26);
        assertThat(slices).isEqualTo(3);
        assertThat(all()).hasSize(1);
        assertThat(Objects.requireNonNull(RebuildMarker.read(store)).getWhy()).isEqualTo("a test");
    }

    /** Writes a row as the given build. */
    private void write(TallyDomain build) {
        open(build).upsert(Key.of("written by " + build.rowFormat()), build.row(1));
        rows.flush();
    }

    private Table<TallyRow> open(TallyDomain build) {
        rows = new BufferedRows(store, formats(build));
        return new UnitTable<>(build.tallies(), "home", rows);
    }

    private RowFormats formats(TallyDomain build) {
        return RowFormats.open(store, RowLayout.of(build));
    }

    private static List<String> scanned(Table<TallyRow> table) {
        List<String> all = new ArrayList<>();
        try (Table.Cursor<TallyRow> cursor = table.scan(Key.EMPTY)) {
            for (Table.Entry<TallyRow> entry = cursor.next(); entry != null; entry = cursor.next()) {
                all.add(entry.row().count() + " of " + entry.row().get(1));
            }
        }
        return all;
    }

    private byte[] stored(String chore) {
        byte[] row = store.get(Key.of().kind(16).text("home").text(chore).end().bytes());
        return Objects.requireNonNull(row);
    }

    /** Returns all rows of the store as text. */
    private List<String> all() {
        List<String> all = new ArrayList<>();
        try (RowStore.Range range = store.range(new byte[] {0}, null)) {
            while (range.next()) {
                all.add(new Key(range.key()) + "=" + new Key(range.value()));
            }
        }
        return all;
    }
}
