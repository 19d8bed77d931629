package dev.rota.shards.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Answer;
import dev.rota.engine.Answered;
import dev.rota.engine.Inquiry;
import dev.rota.engine.Parallel;
import dev.rota.engine.Subject;
import dev.rota.shards.ShardStatus;
import dev.rota.shards.tables.ShardsTables;
import dev.rota.testing.Moment;
import dev.rota.testing.TestLog;
import dev.rota.trials.CountedStore;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Explanations of shards and workers from memory equal those from rows, and explaining changes nothing. */
class LiveAnswersTest {

    private static final int SEEDS = 4;

    private final ShardsDomain domain = new ShardsDomain();
    private final Map<String, Integer> met = new TreeMap<>();

    @Test
    void shouldSayWhatTheRowsSay() {
        for (Profile profile : Profile.values()) {
            for (long seed = 0; seed < SEEDS; seed++) {
                run(seed, profile);
            }
        }
        assertThat(met.keySet())
                .contains("IDLE", "PENDING", "RUNNING", "PAUSED", "READY", "BUSY", "DRAINING", "(unknown)");
    }

    private void run(long seed, Profile profile) {
        TestLog log = TestLog.warm(domain);
        // this log is never asked for an explanation
        TestLog unasked = TestLog.warm(new ShardsDomain());
        NaivePool model = new NaivePool(RandomHistory.POOL);
        int at = 0;
        for (Moment moment : RandomHistory.of(seed, profile)) {
            model.take(moment);
            feed(log, moment);
            feed(unasked, moment);
            String where = profile + " seed " + seed + " moment " + at++;
            if (log.knows(RandomHistory.POOL)) {
                model.shards.forEach(shard -> assertAnswer(log, where, new Subject("shard", shard.id)));
                model.workers.forEach(worker -> assertAnswer(log, where, new Subject("worker", worker.id)));
                assertAnswer(log, where, new Subject("shard", "nowhere"));
                assertAnswer(log, where, new Subject("worker", "nobody"));
            }
        }
        assertThat(log.head(RandomHistory.POOL))
                .as("%s seed %d: to ask changes nothing", profile, seed)
                .isEqualTo(unasked.head(RandomHistory.POOL));
    }

    private static void feed(TestLog log, Moment moment) {
        if (moment.event() == null) {
            log.tick(moment.time());
        } else {
            log.take(moment);
        }
    }

    private void assertAnswer(TestLog log, String where, Subject subject) {
        long now = log.now(RandomHistory.POOL);
        Answer rows = domain.inquiry(Inquiry.Asked.why(subject))
                .answer(log.tables(RandomHistory.POOL), now, Parallel.SEQUENTIAL);
        assertThat(log.ask(RandomHistory.POOL, subject)).as(where).isEqualTo(new Answered(rows, now));
        met.merge(rows == null ? "(unknown)" : rows.state(), 1, Integer::sum);
    }

    /**
     * No row has a transaction's id as its key: except for running and waiting shards, a search would read everything.
     */
    @Test
    void shouldLeaveUnknownTransactionsToAReplay() {
        TestLog log = TestLog.warm(domain);
        RandomHistory.of(1, Profile.BUSY).forEach(moment -> feed(log, moment));

        assertThat(log.askIfInMemory(RandomHistory.POOL, new Subject("transaction", "any")))
                .isNull();
    }

    /** The answer states where transactions of running and waiting shards are, as in the model. */
    @Test
    void shouldSayWhereTransactionsAre() {
        Map<String, Integer> states = new TreeMap<>();
        for (Profile profile : Profile.values()) {
            TestLog log = TestLog.warm(domain);
            NaivePool model = new NaivePool(RandomHistory.POOL);
            for (Moment moment : RandomHistory.of(5, profile)) {
                model.take(moment);
                feed(log, moment);
                if (log.knows(RandomHistory.POOL) && moment.time() % 5 == 0) {
                    for (NaiveShard shard : model.shards) {
                        assertPlaces(log, model, shard, states, profile + " at " + moment.time());
                    }
                }
            }
        }
        assertThat(states.keySet()).contains("PENDING", "RUNNING");
    }

    private static void assertPlaces(
            TestLog log, NaivePool model, NaiveShard shard, Map<String, Integer> states, String where) {
        if (shard.status == ShardStatus.IDLE) {
            return;
        }
        for (int i = 0; i < shard.pending.size(); i++) {
            String id = shard.pending.get(i).getId();
            if (model.shards.stream().filter(other -> other.knows(id)).count() > 1) {
                continue;
            }
            Answered answer = log.ask(RandomHistory.POOL, new Subject("transaction", id));
            Answer explained = Objects.requireNonNull(answer.answer(), where + " " + id);
            states.merge(explained.state(), 1, Integer::sum);
            int at = i;
            boolean runs = model.turns.stream().anyMatch(turn -> turn.shard == shard && at < turn.transactions.size());
            assertThat(explained.state()).as("%s %s", where, id).isEqualTo(runs ? "RUNNING" : "PENDING");
            assertThat(explained.sentence())
                    .as(where)
                    .contains("transaction " + id + " of shard " + shard.id)
                    .contains(
                            runs ? "is executed by worker " : "at position " + (i + 1) + " of " + shard.pending.size());
        }
    }

    /**
     * Records wait for an answer. For a shard that is not cached it therefore reads one row, however many transactions
     * there are.
     */
    @Test
    void shouldReadOneRowOfAShardThatIsNotCached() {
        CountedStore store = new CountedStore();
        TestPool pool = new TestPool(TestLog.buffered(domain, store));
        for (int i = 0; i < 2_000; i++) {
            pool.send("long", "t" + i);
        }
        pool.log().flush();
        pool.log().restart();
        pool.send("other", "t");
        pool.log().flush();
        Map<String, Long> before = store.read(ShardsTables.ALL);

        Answered answer = pool.log().ask(RandomHistory.POOL, new Subject("shard", "long"));

        assertThat(answer.answer())
                .isNotNull()
                .extracting(Answer::sentence)
                .asString()
                .contains("2000 pending");
        Map<String, Long> after = store.read(ShardsTables.ALL);
        assertThat(after.getOrDefault("shards", 0L)).isEqualTo(before.getOrDefault("shards", 0L) + 1);
        assertThat(after.get("pending")).isEqualTo(before.get("pending"));
    }
}
