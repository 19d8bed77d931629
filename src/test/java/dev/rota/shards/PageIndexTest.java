package dev.rota.shards;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Dice;
import dev.rota.engine.Key;
import dev.rota.engine.Limits;
import dev.rota.engine.Table;
import dev.rota.engine.machine.TestLog;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists of pages that grow at their end and shrink from their beginning, and what their index knows of them. */
class PageIndexTest {

    private static final int PAGE_MAX = 64;

    /** Ids on pages, in order; the index names every page that may hold one, and few others. */
    private static final class Indexed {
        final Table<IndexPage> rows = TestLog.warm(new ShardsDomain()).table(ShardsTables.INDEX, "default");
        final List<List<String>> pages = new ArrayList<>();
        PageIndex index = new PageIndex("s", 'E', rows, PageIndex.empty());
        int first;
        int ids;
        int named;

        void addPage(int size) {
            List<String> page = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                page.add("t" + named++);
                index.add(Fingerprint.of(page.get(i)), pages.size());
            }
            pages.add(page);
            ids += size;
            index.settle(first, ids, ShardsLimits.EXECUTED_INDEX_MOVES);
        }

        void forget(int many) {
            for (int i = 0; i < many && first < pages.size(); i++) {
                ids -= pages.get(first).size();
                first++;
            }
            if (first == pages.size()) {
                index.clear();
            }
        }

        /** What is in memory is what the rows say. */
        void reload() {
            index.write();
            index = new PageIndex("s", 'E', rows, index.state());
        }

        void forgetBuckets() {
            index.write();
            index.forgetBuckets();
        }

        void assertKnows(String id, int page) {
            boolean known = index.any(Fingerprint.of(id), first, candidate -> candidate == page);
            assertThat(known).as("%s on page %s, from %s", id, page, first).isEqualTo(page >= first);
        }

        int candidates(String id) {
            int[] candidates = new int[1];
            index.any(Fingerprint.of(id), first, candidate -> {
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
            // the list grows for a while, then shrinks for a while, or ends
            if (round % 150 == 0) {
                target = dice.of(0, 1, 5, 40, 300, 600);
            }
            int live = list.pages.size() - list.first;
            if (live < target || dice.oneIn(3)) {
                list.addPage(1 + dice.below(PAGE_MAX));
            }
            if (live > target) {
                list.forget(1 + dice.below(3));
            }
            if (dice.oneIn(3)) {
                list.reload();
            } else if (dice.oneIn(3)) {
                list.forgetBuckets();
            }
            for (int i = 0; i < 5 && !list.pages.isEmpty(); i++) {
                int page = Math.max(0, list.pages.size() - 1 - dice.below(1 + live + 20));
                list.assertKnows(dice.of(list.pages.get(page)), page);
            }
            assertThat(list.candidates("nothing" + round)).isLessThanOrEqualTo(1);
        }
        // and when the list is empty, no row is left
        list.forget(Integer.MAX_VALUE);
        list.reload();
        assertThat(list.rows()).isZero();
    }

    @Test
    void shouldHaveOneRowForFewIdsAndSeldomReadItAgain() {
        Indexed list = new Indexed();
        for (int page = 0; page < 16; page++) {
            list.addPage(PAGE_MAX);
        }
        list.reload();
        assertThat(list.rows()).isEqualTo(1);
        list.candidates("nothing");
        list.forgetBuckets();

        int read = 0;
        for (int i = 0; i < 1_000; i++) {
            list.candidates("nothing" + i);
            read += list.index.bucketBytes() > 0 ? 1 : 0;
            list.forgetBuckets();
        }
        assertThat(read).isBetween(1, 150);
    }

    @Test
    void shouldHaveRowsAsTheRootOfTheIds() {
        Indexed list = new Indexed();
        for (int page = 0; page < 1_000; page++) {
            list.addPage(PAGE_MAX);
            if (page - list.first > 157) {
                list.forget(1);
            }
        }
        list.reload();
        assertThat(list.rows()).isBetween(15, 25);
        for (int page = 1_000; page < 4_000; page++) {
            list.addPage(PAGE_MAX);
            if (page - list.first > 1_563) {
                list.forget(1);
            }
        }
        list.reload();
        assertThat(list.rows()).isBetween(50, 65);

        // and fewer again, one at a time, when much is forgotten
        list.forget(1_500);
        for (int page = 0; page < 100; page++) {
            list.addPage(PAGE_MAX);
            list.forget(1);
        }
        list.reload();
        assertThat(list.rows()).isLessThan(32);
    }

    /** Fingerprints of one bucket, however many buckets there are. */
    @Test
    void shouldHaveNoRoomBeforeARowExceedsItsLimit() {
        Indexed list = new Indexed();
        int ids = 0;
        while (list.index.hasRoom(ids << 16)) {
            list.index.add(ids << 16, ids / 16);
            ids++;
            if (ids % 16 == 0) {
                list.index.settle(0, ids, ShardsLimits.PENDING_INDEX_MOVES);
            }
        }
        list.index.write();
        assertThat(ids).isGreaterThan(100_000);
        try (Table.Cursor<IndexPage> cursor = list.rows.scan(Key.EMPTY)) {
            for (Table.Entry<IndexPage> entry = cursor.next(); entry != null; entry = cursor.next()) {
                assertThat(entry.row().getEntries().remaining()).isLessThan(Limits.ROW_BYTES_MAX - 1_000);
            }
        }
        assertThat(list.index.hasRoom(1)).isTrue();
    }

    @Test
    void shouldSplitOneBucketAndLeaveTheOthers() {
        Dice dice = new Dice(1);
        for (int count = 1; count < 300; count++) {
            Buckets before = new Buckets(count);
            Buckets after = before.more();
            TreeSet<Integer> met = new TreeSet<>();
            for (int i = 0; i < 3_000; i++) {
                int fingerprint = dice.below(Integer.MAX_VALUE) * (dice.oneIn(2) ? -1 : 1);
                int bucket = before.of(fingerprint);
                met.add(bucket);
                assertThat(after.of(fingerprint))
                        .isIn(bucket == before.split() ? List.of(bucket, count) : List.of(bucket));
            }
            assertThat(met.first()).isNotNegative();
            assertThat(met.last()).isLessThan(count);
            assertThat(after.fewer()).isEqualTo(before);
        }
    }
}
