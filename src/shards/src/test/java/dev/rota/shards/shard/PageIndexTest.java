package dev.rota.shards.shard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Key;
import dev.rota.engine.Table;
import dev.rota.shards.IndexPage;
import dev.rota.shards.scheduler.ShardsDomain;
import dev.rota.shards.tables.ShardsLimits;
import dev.rota.shards.tables.ShardsTables;
import dev.rota.testing.Dice;
import dev.rota.testing.TestLog;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the index of lists of pages that grow at their end and shrink from their beginning. */
class PageIndexTest {

    private static final int PAGE_MAX = 64;
    private static final int ROW_PAGES = ShardsLimits.EXECUTED_INDEX_PAGES;

    /** Holds pages of ids in order. The index must return every page that may contain an id, and few others. */
    private static final class Indexed {
        final Table<IndexPage> rows = TestLog.warm(new ShardsDomain()).table(ShardsTables.INDEX, "default");
        final List<List<String>> pages = new ArrayList<>();
        PageIndex index = new PageIndex("s", 'E', ROW_PAGES, rows, 0, 0);
        int first;
        int named;

        void addPage(int size) {
            List<String> page = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                page.add("t" + named++);
            }
            index.add(page.stream().mapToInt(Fingerprint::of).toArray());
            pages.add(page);
        }

        void forget(int many) {
            first = Math.min(pages.size(), first + many);
            index.removeBefore(first);
        }

        /** Discards the index in memory and reads it from its rows. */
        void reload() {
            index = new PageIndex("s", 'E', ROW_PAGES, rows, first, pages.size());
        }

        void assertKnows(String id, int page) {
            boolean known = index.any(Fingerprint.of(id), candidate -> candidate == page);
            assertThat(known).as("%s on page %s, from %s", id, page, first).isEqualTo(page >= first);
        }

        int candidates(String id) {
            int[] candidates = new int[1];
            index.any(Fingerprint.of(id), candidate -> {
                assertThat(candidate).isBetween((long) first, pages.size() - 1L);
                candidates[0]++;
                return false;
            });
            return candidates[0];
        }

        int rows() {
            int count = 0;
            try (Table.Cursor<IndexPage> cursor = rows.scan(Key.EMPTY)) {
                for (Table.Entry<IndexPage> entry = cursor.next(); entry != null; entry = cursor.next()) {
                    assertThat(entry.row().getEntries().remaining()).isLessThanOrEqualTo(4 * ROW_PAGES * PAGE_MAX);
                    count++;
                }
            }
            return count;
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void shouldNameThePageOfEachId(long seed) {
        Dice dice = new Dice(seed);
        Indexed list = new Indexed();
        int target = 0;
        for (int round = 0; round < 1_500; round++) {
            // the list grows for a while, then shrinks for a while, or becomes empty
            if (round % 150 == 0) {
                target = dice.of(0, 1, 5, 40, 300, 600);
            }
            int live = list.pages.size() - list.first;
            if (live < target || dice.oneIn(3)) {
                list.addPage(1 + dice.below(PAGE_MAX));
            }
            if (live > target) {
                list.forget(1 + dice.below(dice.of(3, 40)));
            }
            if (dice.oneIn(3)) {
                list.reload();
            }
            for (int i = 0; i < 5 && !list.pages.isEmpty(); i++) {
                int page = Math.max(0, list.pages.size() - 1 - dice.below(1 + live + 20));
                list.assertKnows(dice.of(list.pages.get(page)), page);
            }
            assertThat(list.candidates("nothing" + round)).isLessThanOrEqualTo(3);
            assertThat(list.rows()).isLessThanOrEqualTo((list.pages.size() - list.first) / ROW_PAGES + 2);
        }
        // and when the list is empty, no row is left
        list.forget(Integer.MAX_VALUE / 2);
        assertThat(list.rows()).isZero();
    }

    @Test
    void shouldSeldomNameAPageForAnotherId() {
        Indexed list = new Indexed();
        for (int page = 0; page < 160; page++) {
            list.addPage(PAGE_MAX);
        }
        int candidates = 0;
        for (int i = 0; i < 10_000; i++) {
            candidates += list.candidates("nothing" + i);
        }
        assertThat(candidates).isLessThan(100);
    }

    @Test
    void shouldStayAsLargeAsTheWindowInMemory() {
        Indexed list = new Indexed();
        for (int page = 0; page < 1_000; page++) {
            list.addPage(PAGE_MAX);
            list.forget(page < 157 ? 0 : 1);
            list.candidates("nothing" + page);
            assertThat(list.index.bytes()).isLessThan(157 * PAGE_MAX * 8 + 1_000);
        }
        assertThat(list.rows()).isBetween(10, 11);
    }

    @Test
    void shouldFillATableOnceThereAreMoreLookUps() {
        Indexed list = new Indexed();
        list.addPage(PAGE_MAX);
        list.addPage(PAGE_MAX);
        for (int i = 0; i < ShardsLimits.INDEX_SEARCHES; i++) {
            list.assertKnows("t7", 0);
            list.candidates("nothing");
            assertThat(list.index.bytes() > 0).isEqualTo(2 * (i + 1) > ShardsLimits.INDEX_SEARCHES);
        }
        list.assertKnows("t7", 0);
        list.forget(2);
        assertThat(list.index.bytes()).isZero();
    }
}
