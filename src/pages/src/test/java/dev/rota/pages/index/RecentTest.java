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
        // given entries in random order: topics are read in batches, so records of one cause are read far apart
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
    void shouldTellWhetherAnythingWasReadSince() {
        // given
        Recent recent = new Recent("jobs", 2);
        recent.add(entry("u", 1, 1, "a"));
        recent.add(entry("v", 2, 1, "b"));
        String one = recent.latest("u");
        String any = recent.latest(null);

        // when another unit has a record, and then one that was read late
        recent.add(entry("v", 3, 2, "c"));
        assertThat(recent.latest("u")).isEqualTo(one);
        assertThat(recent.latest(null)).isNotEqualTo(any);
        recent.add(entry("u", 0, 2, "d"));

        // then
        assertThat(recent.latest("u")).isNotEqualTo(one);
    }

    @Test
    void shouldFindWhatAWalkFinds() {
        // given
        Random random = new Random(1);
        List<Entry> all = new ArrayList<>();
        for (int i = 1; i <= 3_000; i++) {
            all.add(decision(random, i));
        }
        Collections.shuffle(all, random);
        Recent recent = new Recent("jobs", 2_000);

        // when
        all.forEach(recent::add);

        // then
        List<Entry> kept = all.stream().sorted(Entry.NEWEST_FIRST).limit(2_000).toList();
        for (EntryFilter wanted : List.of(
                EntryFilter.mentioning("bot-3"),
                EntryFilter.mentioning("job-1"),
                EntryFilter.mentioning("nowhere"),
                EntryFilter.mentioning("everywhere"),
                EntryFilter.of("jobs.seldom"),
                EntryFilter.of("jobs.nothing"),
                EntryFilter.of("jobs.events").about("bot", "bot-7").in("u1"),
                EntryFilter.all().about("job", "bot-7"),
                EntryFilter.mentioning("everywhere").withCauseOf(kept.get(1_000)))) {
            assertThat(recent.each(wanted))
                    .as(wanted.toString())
                    .containsExactlyElementsOf(kept.stream().filter(wanted).toList());
        }
        assertThat(recent.newest(EntryFilter.mentioning("everywhere"), 3)).isEqualTo(kept.subList(0, 3));
    }

    @Test
    void shouldFindWhatALogRecordCausedAndWhatWasBefore() {
        Recent recent = new Recent("jobs", 50);
        List<Entry> all = new ArrayList<>();
        for (int i = 1; i <= 20; i++) {
            all.add(entry("u", i / 4, i, "job-" + i));
        }
        all.forEach(recent::add);

        Entry.Cause cause = new Entry.Cause(0, 3);
        assertThat(recent.of(cause, 3)).containsExactlyElementsOf(all.subList(11, 15));
        assertThat(recent.of(cause, 2)).isEmpty();
        assertThat(recent.before(cause, 3)).hasSize(11).first().isEqualTo(all.get(10));
    }

    @Test
    void shouldCountDecisionsThatAreNoLongerKept() {
        Recent recent = new Recent("jobs", 50);
        for (int i = 1; i <= 120; i++) {
            recent.add(entry("u", i * 1_000L, i, "job-" + i));
        }

        assertThat(recent.decisions().within(120_999, 60_000)).isEqualTo(60);
        assertThat(recent.decisions().within(120_999, 3_600_000)).isEqualTo(120);
        assertThat(recent.decisions().within(100_999, 10_000)).isEqualTo(10);
        assertThat(recent.decisions().within(3_600_000 + 60_999, 3_600_000)).isEqualTo(60);
        assertThat(recent.rejections().within(120_999, 3_600_000)).isZero();
    }

    private static Entry decision(Random random, int i) {
        Entry plain = entry("u" + i % 3, i / 4, i, "job-" + i);
        List<Mention> mentions = new ArrayList<>();
        mentions.add(new Mention("job", "job-" + (i - random.nextInt(3))));
        mentions.add(new Mention("instance", "everywhere"));
        mentions.add(new Mention("bot", "bot-" + random.nextInt(500)));
        mentions.add(new Mention("lease", String.valueOf(i)));
        if (i % 7 == 0) {
            mentions.add(new Mention("bot", "bot-1\nbot-2"));
        }
        return new Entry(
                plain.domain(),
                plain.topic(),
                i % 50 == 0 ? "jobs.seldom" : "jobs.events",
                0,
                i,
                plain.time(),
                plain.unit(),
                plain.seq(),
                plain.cause(),
                plain.rules(),
                String.format("%08x%08x", random.nextInt(), i),
                i % 5 == 0 ? "" : plain.key(),
                plain.kind(),
                plain.sentence(),
                mentions);
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
