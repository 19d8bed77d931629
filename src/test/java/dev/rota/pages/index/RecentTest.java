package dev.rota.pages.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecentTest {

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void shouldKeepTheNewestInWhateverOrderTheyAreRead(long seed) {
        // given: topics are read in batches, so records of one cause come far apart
        List<Entry> all = new ArrayList<>();
        for (int i = 1; i <= 200; i++) {
            all.add(entry("u" + i % 3, i / 4, i, "job-" + i));
        }
        List<Entry> read = new ArrayList<>(all);
        Collections.shuffle(read, new Random(seed));

        // when
        Recent recent = new Recent("jobs", 50);
        read.forEach(recent::add);

        // then
        List<Entry> newest = all.stream().sorted(Entry.NEWEST_FIRST).limit(50).toList();
        assertThat(recent.find(entry -> true, Integer.MAX_VALUE)).isEqualTo(newest);
        assertThat(recent.find(entry -> entry.unit().equals("u1"), 5))
                .isEqualTo(newest.stream()
                        .filter(entry -> entry.unit().equals("u1"))
                        .limit(5)
                        .toList());
        assertThat(recent.size()).isEqualTo(50);
        assertThat(recent.since(Long.MAX_VALUE)).isEqualTo(newest.get(49).time());
        assertThat(recent.units()).extracting(seen -> seen.last().seq()).containsExactly(198L, 199L, 200L);
    }

    @Test
    void shouldKeepARecordOnceThatIsReadAgain() {
        Recent recent = new Recent("jobs", 50);

        recent.add(entry("u", 1, 1, "a"));
        recent.add(entry("u", 1, 1, "a"));

        assertThat(recent.size()).isEqualTo(1);
        assertThat(recent.unit("u")).extracting(Recent.UnitSeen::decisions).isEqualTo(1L);
    }

    @Test
    void shouldVisitTheNewestUntilItIsEnough() {
        // given
        Recent recent = new Recent("jobs", 50);
        for (int i = 1; i <= 4; i++) {
            recent.add(entry("u", i, i, "job-" + i));
        }
        List<Long> visited = new ArrayList<>();

        // when
        recent.eachWhile(entry -> {
            visited.add(entry.seq());
            return entry.seq() > 3;
        });

        // then
        assertThat(visited).containsExactly(4L, 3L);
    }

    @Test
    void shouldFindByIdsAndTheirParts() {
        Recent recent = new Recent("jobs", 50);
        recent.add(entry("u", 1, 1, "nightly-7"));
        recent.add(entry("u", 2, 2, "nightly-77"));

        assertThat(recent.find(entry -> entry.mentions("nightly-7"), 10)).hasSize(1);
        assertThat(recent.find(entry -> entry.mentionsPart("nightly-7"), 10)).hasSize(2);
    }

    static Entry entry(String unit, long time, long seq, String job) {
        return new Entry(
                "jobs",
                "jobs.events",
                "jobs.events",
                0,
                seq,
                time,
                unit,
                seq,
                new Entry.Cause(0, time),
                "jobs/1",
                "00",
                job,
                "QUEUED",
                "a sentence",
                List.of(new Mention("job", job)));
    }
}
