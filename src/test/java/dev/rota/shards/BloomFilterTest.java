package dev.rota.shards;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Dice;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Fingerprints that were added pass, and few others. */
class BloomFilterTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 96, 570, 120_000})
    void shouldLetThroughAllThatWereAddedAndFewOthers(int size) {
        assertLetsThroughFewOthers(BloomFilter.of(size), size);
        assertLetsThroughFewOthers(BloomFilter.growing(size), size);
    }

    private static void assertLetsThroughFewOthers(BloomFilter filter, int size) {
        for (int i = 0; i < size; i++) {
            assertThat(filter.hasRoom()).isTrue();
            filter.add(fingerprint("added-", i));
        }

        assertThat(IntStream.range(0, size).allMatch(i -> filter.mayHave(fingerprint("added-", i))))
                .isTrue();
        assertThat(IntStream.range(0, 10_000)
                        .filter(i -> filter.mayHave(fingerprint("other-", i)))
                        .count())
                .isLessThan(100);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 64})
    void shouldTellApartFingerprintsOfOneBucket(int buckets) {
        Buckets of = new Buckets(buckets);
        int[] alike = IntStream.range(0, 200_000)
                .map(i -> fingerprint("id-", i))
                .filter(fingerprint -> of.of(fingerprint) == 0)
                .limit(2_500)
                .toArray();
        BloomFilter filter = BloomFilter.of(500);
        IntStream.of(alike).limit(500).forEach(filter::add);

        assertThat(IntStream.of(alike).skip(500).filter(filter::mayHave).count())
                .isLessThan(25);
    }

    /** As lists do, for as long as they live: what was looked into goes on to change. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldFindEachEntryWhateverHappensToTheList(long seed) {
        Dice dice = new Dice(seed);
        IndexEntries entries = new IndexEntries();
        int first = 0;
        int next = 0;
        for (int step = 0; step < 3_000; step++) {
            int choice = dice.below(100);
            if (choice < 70) {
                entries.add(fingerprint("e-", next), next);
                next++;
            } else if (choice < 90) {
                int page = first + dice.below(next - first + 1);
                assertThat(entries.any(fingerprint("e-", page), first, candidate -> candidate == page))
                        .isEqualTo(page < next);
            } else if (choice < 98) {
                first = Math.min(next, first + dice.below(5));
                entries.trim(first);
            } else if (choice == 98) {
                entries = IndexEntries.of(entries.pack());
            } else {
                entries.clear();
                first = next;
            }
        }
        assertThat(next).isGreaterThan(1_000);
    }

    private static int fingerprint(String name, int number) {
        return Fingerprint.of(name + number);
    }
}
