package dev.rota.shards.shard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.shards.tables.ShardsLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A full table finds the page of each id, and returns few candidate pages for other ids. */
class FingerprintTableTest {

    /** A page number with more bits than an entry has for it. An entry counts pages from the first one. */
    private static final long FIRST = (1L << 40) - 100;

    private static int fingerprint(String prefix, int number) {
        return Fingerprint.of(prefix + number);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 64, 1_000, 120_000})
    void shouldFindAllThatWereAddedAndFewOthers(int size) {
        FingerprintTable table = new FingerprintTable(size);
        for (int i = 0; i < size; i++) {
            assertThat(table.hasRoom()).isTrue();
            table.add(fingerprint("added-", i), FIRST + i);
        }

        assertThat(IntStream.range(0, size)
                        .allMatch(i ->
                                table.any(fingerprint("added-", i), FIRST, FIRST + size, page -> page == FIRST + i)))
                .isTrue();
        assertThat(IntStream.range(0, 10_000)
                        .filter(i -> table.any(fingerprint("other-", i), FIRST, FIRST + size, page -> true))
                        .count())
                .isLessThan(100);
    }

    @Test
    void shouldTellApartAsManyPagesAsAShardMayHave() {
        FingerprintTable table = new FingerprintTable(2);
        long last = FIRST + ShardsLimits.PENDING_PAGES_MAX;
        table.add(1 << 20, FIRST);
        table.add(1 << 20, last);

        List<Long> candidates = new ArrayList<>();
        table.any(1 << 20, FIRST, last + 1, page -> {
            candidates.add(page);
            return false;
        });
        assertThat(candidates).containsExactly(FIRST, last);
    }

    @Test
    void shouldIgnorePagesThatAreGone() {
        FingerprintTable table = new FingerprintTable(100);
        for (int i = 0; i < 100; i++) {
            table.add(fingerprint("added-", i), FIRST + i);
        }

        for (int i = 0; i < 100; i++) {
            long page = FIRST + i;
            assertThat(table.any(fingerprint("added-", i), page, FIRST + 100, candidate -> candidate == page))
                    .isTrue();
            assertThat(table.any(fingerprint("added-", i), page + 1, FIRST + 100, candidate -> candidate <= page))
                    .isFalse();
        }
    }

    /** Ids that were constructed to have one fingerprint therefore cost a look-up each page only once. */
    @Test
    void shouldKeepOneEntryForAlikeIdsOfAPage() {
        FingerprintTable table = new FingerprintTable(2);
        for (int i = 0; i < 16; i++) {
            table.add(1 << 20, FIRST);
        }

        assertThat(table.hasRoom()).isTrue();
        int[] candidates = new int[1];
        table.any(1 << 20, FIRST, FIRST + 1, page -> ++candidates[0] < 0);
        assertThat(candidates[0]).isEqualTo(1);
    }
}
