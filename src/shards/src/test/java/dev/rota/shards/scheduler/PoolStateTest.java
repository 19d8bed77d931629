package dev.rota.shards.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.engine.Ids;
import dev.rota.testing.Moment;
import dev.rota.testing.TestLog;
import dev.rota.trials.Seeds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.StreamSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Compares each figure of a pool's {@code state.json} with the model's in random histories. Requests for the page must
 * not change a decision.
 */
class PoolStateTest {

    private static final String PAGE = "state.json";
    private static final ObjectMapper JSON = new ObjectMapper();

    private int queuedSeen;
    private int runningSeen;

    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldShowWhatTheModelKnows(Profile profile) throws IOException {
        for (long seed = 0; seed < Seeds.of(4, 2); seed++) {
            TestLog asked = TestLog.warm(new ShardsDomain());
            TestLog unasked = TestLog.warm(new ShardsDomain());
            NaivePool model = new NaivePool(RandomHistory.POOL);
            for (Moment moment : RandomHistory.of(seed, profile)) {
                model.take(moment);
                feed(asked, moment);
                feed(unasked, moment);
                if (asked.knows(RandomHistory.POOL)) {
                    assertSo(state(asked), model, profile + " seed " + seed + " at " + moment.time());
                }
            }
            assertThat(asked.head(RandomHistory.POOL))
                    .as("seed " + seed + ": to ask changes nothing")
                    .isEqualTo(unasked.head(RandomHistory.POOL));
        }
        assertThat(queuedSeen + runningSeen).isGreaterThan(100);
    }

    /** A pool that was not in memory shows the same page, and decides the same afterwards. */
    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldShowTheSameFromRows(Profile profile) {
        TestLog warm = TestLog.warm(new ShardsDomain());
        TestLog cold = TestLog.cold(new ShardsDomain());
        for (Moment moment : RandomHistory.of(3, profile)) {
            feed(warm, moment);
            feed(cold, moment);
            assertThat(cold.page(RandomHistory.POOL, PAGE)).isEqualTo(warm.page(RandomHistory.POOL, PAGE));
        }
        assertThat(cold.head(RandomHistory.POOL)).isEqualTo(warm.head(RandomHistory.POOL));
    }

    private static void feed(TestLog log, Moment moment) {
        if (moment.event() == null) {
            log.tick(moment.time());
        } else {
            log.take(moment);
        }
    }

    private static JsonNode state(TestLog log) throws IOException {
        return JSON.readTree(Objects.requireNonNull(log.page(RandomHistory.POOL, PAGE)));
    }

    private void assertSo(JsonNode state, NaivePool pool, String where) {
        queuedSeen += pool.queue.size();
        runningSeen += pool.turns.size();
        assertThat(state.get("asOf").asLong()).as(where).isEqualTo(pool.now);
        assertThat(state.get("pending").asLong())
                .as(where)
                .isEqualTo(pool.shards.stream()
                        .mapToLong(shard -> shard.pending.size())
                        .sum());
        assertThat(state.get("queued").asInt()).as(where).isEqualTo(pool.queue.size());
        assertThat(state.get("running").asInt()).as(where).isEqualTo(pool.turns.size());
        assertThat(lines(
                        state.get("queue"),
                        line -> line.get("shard").asText() + " " + line.get("position") + " " + line.get("since") + " "
                                + line.get("pending") + " " + line.get("losses") + " " + line.get("suspects")))
                .as(where)
                .isEqualTo(pool.queue.stream()
                        .map(shard -> shard.id + " " + (pool.queue.indexOf(shard) + 1) + " " + shard.since + " "
                                + shard.pending.size() + " " + shard.losses + " " + shard.suspects)
                        .toList());
        assertThat(state.get("delayed").asLong())
                .as(where)
                .isEqualTo(pool.delayed().count());
        assertThat(lines(
                        state.get("delays"),
                        line -> line.get("shard").asText() + " " + line.get("until") + " " + line.get("pending") + " "
                                + line.get("retries") + " " + line.get("failures") + " "
                                + line.get("reason").asText()))
                .as(where)
                .isEqualTo(pool.delayed()
                        .map(shard -> shard.id + " " + shard.delayedUntil + " " + shard.pending.size() + " "
                                + shard.delays + " " + shard.losses + " " + shard.retryReason)
                        .toList());
        assertThat(lines(state.get("turns"), PoolStateTest::turn))
                .as(where)
                .isEqualTo(pool.turns.stream().map(PoolStateTest::turn).toList());
        assertWorkers(state, pool, where);
    }

    private static void assertWorkers(JsonNode state, NaivePool pool, String where) {
        List<NaiveWorker> workers = new ArrayList<>(pool.workers);
        workers.sort(Comparator.comparing(worker -> worker.id, Ids.BY_BYTES));
        NaiveHealth health = new NaiveHealth(pool);
        assertThat(lines(
                        state.get("workers"),
                        line -> line.get("worker").asText() + " " + line.get("slots") + " " + line.get("stuck") + " "
                                + !line.get("restUntil").isNull() + " " + line.get("failures") + " "
                                + lines(line.get("turns"), PoolStateTest::turn)))
                .as(where)
                .isEqualTo(workers.stream()
                        .map(worker -> worker.id + " " + worker.slots + " " + worker.stuck.size() + " "
                                + health.isSick(worker) + " " + health.of(worker.id).failures + " "
                                + pool.turns.stream()
                                        .filter(turn -> turn.worker == worker)
                                        .map(PoolStateTest::turn)
                                        .toList())
                        .toList());
        assertThat(state.get("slots").get("workers").asInt()).as(where).isEqualTo(workers.size());
        assertThat(state.get("slots").get("slots").asLong())
                .as(where)
                .isEqualTo(workers.stream().mapToLong(worker -> worker.slots).sum());
        assertThat(state.get("slots").get("stuck").asLong())
                .as(where)
                .isEqualTo(workers.stream()
                        .mapToLong(worker -> worker.stuck.size())
                        .sum());
        assertThat(state.get("slots").get("sick").asLong())
                .as(where)
                .isEqualTo(workers.stream().filter(health::isSick).count());
    }

    private static String turn(NaiveTurn turn) {
        return turn.shard.id + " " + turn.worker.id + " " + turn.token + " " + turn.batch + " "
                + turn.transactions.size() + " " + turn.deadline + " " + turn.shard.pending.size();
    }

    private static String turn(JsonNode turn) {
        return turn.get("shard").asText() + " " + turn.get("worker").asText() + " " + turn.get("token") + " "
                + turn.get("batch") + " " + turn.get("size") + " " + turn.get("deadline") + " " + turn.get("pending");
    }

    private static List<String> lines(JsonNode list, Function<JsonNode, String> line) {
        return StreamSupport.stream(list.spliterator(), false).map(line).toList();
    }
}
