package dev.rota.jobs.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.engine.Ids;
import dev.rota.jobs.BotStatus;
import dev.rota.jobs.JobEvent;
import dev.rota.jobs.JobSubmitted;
import dev.rota.jobs.JobsTopics;
import dev.rota.testing.MapRowStore;
import dev.rota.testing.Moment;
import dev.rota.testing.TestLog;
import dev.rota.trials.Seeds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Compares each figure of a cohort's {@code state.json} with the model's in random histories. Requests for the page
 * must not change a decision.
 */
class CohortStateTest {

    private static final String PAGE = "state.json";
    private static final ObjectMapper JSON = new ObjectMapper();

    private int queuedSeen;
    private int unmatchedSeen;
    private int troubledSeen;

    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldShowWhatTheModelKnows(Profile profile) throws IOException {
        // troubled bots are rare where jobs have hints
        for (long seed = 0; seed < Seeds.of(60, profile == Profile.LOCALITY ? 10 : 4); seed++) {
            TestLog asked = TestLog.warm(new JobsDomain());
            TestLog unasked = TestLog.warm(new JobsDomain());
            NaiveCohort model = new NaiveCohort(RandomHistory.COHORT, Chance.NONE);
            for (Moment moment : RandomHistory.of(seed, profile)) {
                if (moment.event() == null) {
                    model.advanceTo(moment.time());
                    asked.tick(moment.time());
                    unasked.tick(moment.time());
                } else {
                    model.take(moment);
                    asked.take(moment);
                    unasked.take(moment);
                    if (asked.knows(RandomHistory.COHORT) && moment.time() % 3 == 0) {
                        String where = "seed " + seed + " at " + moment.time();
                        assertSo(state(asked), model.farm(), where);
                        assertParts(asked, state(asked), where);
                    }
                }
            }
            assertThat(asked.head(RandomHistory.COHORT))
                    .as("seed " + seed + ": to ask changes nothing")
                    .isEqualTo(unasked.head(RandomHistory.COHORT));
        }
        assertThat(queuedSeen).isGreaterThan(50);
        assertThat(unmatchedSeen).isGreaterThan(10);
        assertThat(troubledSeen).isGreaterThan(10);
    }

    /**
     * A cohort that was not in memory shows the same page and decides the same afterwards, however often the page was
     * requested.
     */
    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldShowTheSameFromRows(Profile profile) {
        TestLog warm = TestLog.warm(new JobsDomain());
        TestLog cold = TestLog.cold(new JobsDomain());
        for (Moment moment : RandomHistory.of(3, profile)) {
            if (moment.event() == null) {
                warm.tick(moment.time());
                cold.tick(moment.time());
            } else {
                warm.take(moment);
                cold.take(moment);
            }
            assertThat(cold.page(RandomHistory.COHORT, PAGE)).isEqualTo(warm.page(RandomHistory.COHORT, PAGE));
        }
        assertThat(cold.head(RandomHistory.COHORT)).isEqualTo(warm.head(RandomHistory.COHORT));
    }

    /** The queue has more rows than are read at once. */
    @Test
    void shouldReadALongQueueInParts() throws IOException {
        TestLog log = TestLog.buffered(new JobsDomain(), new MapRowStore());
        for (int i = 0; i < 4_500; i++) {
            log.feed(
                    JobsTopics.SUBMISSIONS,
                    i,
                    new JobEvent(
                            "j" + i,
                            "unknown",
                            JobSubmitted.newBuilder()
                                    .setInstance("a")
                                    .setPriority(i % 3)
                                    .build()));
        }

        String warm = log.page(RandomHistory.COHORT, PAGE);
        log.flush();
        log.restart();
        JsonNode state = state(log);

        assertThat(state).isEqualTo(JSON.readTree(warm));
        assertThat(state.get("queued").asInt()).isEqualTo(4_500);
        assertThat(state.get("oldest")).hasSize(100);
        assertThat(state.get("oldest").get(99).get("job").asText()).isEqualTo("j99");
        assertThat(state.get("unmatched").get(0).get("queued").asInt()).isEqualTo(4_500);
    }

    /**
     * Asserts that each part of the page equals that part of the whole: a page of one bot must not cost as much as a
     * page of a thousand.
     */
    private static void assertParts(TestLog log, JsonNode state, String where) throws IOException {
        ObjectNode withoutBots = state.deepCopy();
        withoutBots.remove(List.of("bots", "troubled"));
        assertThat(page(log, "queue.json")).as(where).isEqualTo(withoutBots);
        for (JsonNode bot : state.get("bots")) {
            JsonNode alone = page(log, "bots/" + bot.get("bot").asText() + ".json");
            assertThat(alone.get("asOf")).as(where).isEqualTo(state.get("asOf"));
            assertThat(alone.get("bots")).as(where).containsExactly(bot);
        }
        assertThat(page(log, "bots/nobody.json").get("bots")).as(where).isEmpty();
    }

    private static JsonNode state(TestLog log) throws IOException {
        return page(log, PAGE);
    }

    private static JsonNode page(TestLog log, String page) throws IOException {
        return JSON.readTree(Objects.requireNonNull(log.page(RandomHistory.COHORT, page)));
    }

    private void assertSo(JsonNode state, NaiveFarm farm, String where) {
        List<NaiveJob> queued = new ArrayList<>(farm.queued());
        queued.sort(NaiveFarm.BY_AGE);
        queuedSeen += queued.size();
        assertThat(state.get("asOf").asLong()).as(where).isEqualTo(farm.now);
        assertThat(state.get("queued").asInt()).as(where).isEqualTo(queued.size());
        assertThat(state.get("assigned").asLong())
                .as(where)
                .isEqualTo(farm.jobs.stream().filter(job -> job.bot != null).count());
        assertThat(state.get("waiting").asLong())
                .as(where)
                .isEqualTo(farm.jobs.stream().filter(job -> job.waiting).count());
        assertThat(lines(state.get("oldest"), CohortStateTest::job))
                .as(where)
                .isEqualTo(queued.stream().limit(100).map(CohortStateTest::job).toList());
        assertInstances(state, farm, queued, where);
        assertUnmatched(state, farm, queued, where);
        assertBots(state, farm, where);
        assertThat(state.get("holdCount").asInt())
                .as(where)
                .isEqualTo(farm.holds.held().size());
    }

    private static void assertInstances(JsonNode state, NaiveFarm farm, List<NaiveJob> queued, String where) {
        Map<String, String> expected = new TreeMap<>(Ids.BY_BYTES);
        for (NaiveJob job : farm.jobs) {
            expected.put(job.instance, "");
        }
        farm.quotas.keySet().forEach(name -> expected.put(name, ""));
        expected.replaceAll((name, line) -> {
            NaiveFarm.Quota quota = farm.quotas.get(name);
            List<NaiveJob> own =
                    queued.stream().filter(job -> job.instance.equals(name)).toList();
            return name + " " + (quota == null ? "0 null" : quota.min() + " " + quota.max()) + " " + farm.usage(name)
                    + " " + own.size() + " "
                    + own.stream().limit(10).map(CohortStateTest::job).toList();
        });
        assertThat(lines(
                        state.get("instances"),
                        line -> line.get("instance").asText() + " " + line.get("min") + " " + line.get("max") + " "
                                + line.get("assigned") + " " + line.get("queued") + " "
                                + lines(line.get("oldest"), CohortStateTest::job)))
                .as(where)
                .isEqualTo(List.copyOf(expected.values()));
        assertThat(state.get("instanceCount").asInt()).as(where).isEqualTo(expected.size());
    }

    private void assertUnmatched(JsonNode state, NaiveFarm farm, List<NaiveJob> queued, String where) {
        long without = queued.stream()
                .filter(job -> farm.bots.stream().noneMatch(bot -> bot.canRun(job)))
                .count();
        long told = 0;
        for (JsonNode kind : state.get("unmatched")) {
            told += kind.get("queued").asLong();
        }
        unmatchedSeen += (int) told;
        assertThat(told).as(where).isEqualTo(without);
    }

    private void assertBots(JsonNode state, NaiveFarm farm, String where) {
        List<NaiveBot> bots = new ArrayList<>(farm.bots);
        bots.sort(Comparator.comparing(bot -> bot.id, Ids.BY_BYTES));
        JsonNode counts = state.get("botCounts");
        assertThat(counts.get("total").asInt()).as(where).isEqualTo(bots.size());
        for (BotStatus status : BotStatus.values()) {
            assertThat(counts.get(status.name()).asLong())
                    .as(where)
                    .isEqualTo(bots.stream().filter(bot -> bot.status == status).count());
        }
        assertThat(lines(
                        state.get("bots"),
                        line -> line.get("bot").asText() + " "
                                + line.get("status").asText() + " " + line.get("held")
                                + " " + line.get("slots") + " "
                                + lines(
                                        line.get("leases"),
                                        lease -> lease.get("job").asText() + " " + lease.get("lease") + " "
                                                + lease.get("assignedAt") + " "
                                                + lease.get("preempted").asText("null"))))
                .as(where)
                .isEqualTo(bots.stream()
                        .map(bot -> bot.id + " " + bot.status + " " + farm.holds.botHeld(bot.id) + " " + bot.capacity
                                + " "
                                + farm.held(bot).stream()
                                        .map(job ->
                                                job.id + " " + job.lease + " " + job.assignedAt + " " + job.preempted)
                                        .toList())
                        .toList());
        List<NaiveBot> healthy =
                bots.stream().filter(bot -> bot.status == BotStatus.OK).toList();
        assertThat(counts.get("slotsUsed").asLong())
                .as(where)
                .isEqualTo(
                        healthy.stream().mapToLong(bot -> farm.held(bot).size()).sum());
        assertThat(counts.get("slotsFree").asLong())
                .as(where)
                .isEqualTo(healthy.stream()
                        .filter(farm::healthy)
                        .mapToLong(farm::spare)
                        .sum());
        long troubled = bots.stream()
                .filter(bot -> bot.status != BotStatus.OK || farm.holds.botHeld(bot.id) || farm.spare(bot) < 0)
                .count();
        troubledSeen += (int) troubled;
        assertThat(state.get("troubledCount").asLong()).as(where).isGreaterThanOrEqualTo(troubled);
    }

    private static List<String> lines(JsonNode list, Function<JsonNode, String> line) {
        return StreamSupport.stream(list.spliterator(), false).map(line).toList();
    }

    private static String job(NaiveJob job) {
        return job.id + " " + job.instance + " " + job.priority + " " + job.queuedAt + " " + job.attempt;
    }

    private static String job(JsonNode job) {
        return job.get("job").asText() + " " + job.get("instance").asText() + " " + job.get("priority") + " "
                + job.get("queuedAt") + " " + job.get("attempt");
    }
}
