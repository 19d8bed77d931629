package dev.rota.shards.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.TableType;
import dev.rota.shards.Batch;
import dev.rota.shards.BatchExecuted;
import dev.rota.shards.PoolControl;
import dev.rota.shards.ReceiptStatus;
import dev.rota.shards.ShardPaused;
import dev.rota.shards.ShardResumed;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.WorkerLeft;
import dev.rota.shards.tables.ShardsTables;
import dev.rota.testing.TestLog;
import dev.rota.trials.CountedStore;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Counts the rows of each table that an event writes when it is a transaction by itself. */
class CostTest {

    private final CountedStore store = new CountedStore();
    private final TestPool pool = new TestPool(TestLog.buffered(new ShardsDomain(), store));

    @BeforeEach
    void open() {
        pool.policy(policy -> policy.setBatchTransactionsMax(1_000));
        pool.log().flush();
    }

    /** Returns the rows of a pool's tables that the event writes. */
    private Map<String, Long> written(Runnable event) {
        return written(store, pool, event);
    }

    static Map<String, Long> written(CountedStore store, TestPool pool, Runnable event) {
        Map<Integer, Long> before = store.written();
        event.run();
        pool.log().flush();
        Map<String, Long> rows = new TreeMap<>();
        for (TableType<?> table : ShardsTables.ALL) {
            long count = store.written(table) - before.getOrDefault(table.number(), 0L);
            if (count > 0) {
                rows.put(table.name(), count);
            }
        }
        return rows;
    }

    @Test
    void shouldWriteAShardAndThePoolForATransaction() {
        assertThat(written(() -> pool.send("s", "first"))).isEqualTo(Map.of("shards", 1L, "pool", 1L, "queue", 1L));
        for (int i = 2; i <= 32; i++) {
            Map<String, Long> expected = new TreeMap<>(Map.of("shards", 1L, "pool", 1L));
            if (i % 4 == 0) {
                expected.put("pending", 1L);
            }
            if (i % 16 == 0) {
                expected.put("index", 1L);
            }
            String id = "t" + i;
            assertThat(written(() -> pool.send("s", id))).as(id).isEqualTo(expected);
        }
    }

    @Test
    void shouldWriteOneRowOfEachKindForATurn() {
        // given
        pool.send("s", "t");
        pool.log().flush();

        // then the shard is dispatched, executed and idle
        assertThat(written(() -> pool.ready("w", 2)))
                .isEqualTo(Map.of("shards", 1L, "pool", 1L, "queue", 1L, "turns", 1L, "workers", 1L));
        assertThat(written(() -> pool.execute("s")))
                .isEqualTo(Map.of("shards", 1L, "latest-executed", 1L, "pool", 1L, "turns", 1L, "workers", 1L));

        // and a turn that begins at once writes nothing to the queue within a transaction
        assertThat(written(() -> pool.send("s", "u"))).isEqualTo(Map.of("shards", 1L, "pool", 1L, "turns", 1L));
        assertThat(written(() -> {
                    pool.execute("s");
                    pool.send("s", "v");
                    pool.execute("s");
                }))
                .isEqualTo(Map.of("shards", 1L, "latest-executed", 1L, "pool", 1L, "turns", 1L, "workers", 1L));
    }

    @Test
    void shouldWriteOnePageForManyTransactionsThatAreExecuted() {
        // given
        for (int i = 0; i < 640; i++) {
            pool.send("s", "t" + i);
        }
        pool.log().flush();
        pool.ready("w", 1);
        pool.log().flush();

        // then forty pages of pending ids are deleted with their index, and ten of executed ids are written with theirs
        assertThat(written(() -> pool.execute("s")))
                .isEqualTo(Map.of(
                        "shards",
                        1L,
                        "pool",
                        1L,
                        "turns",
                        1L,
                        "workers",
                        1L,
                        "pending",
                        40L,
                        "latest-executed",
                        1L,
                        "executed",
                        10L,
                        "index",
                        2L));
    }

    @Test
    void shouldWriteTheWorkerAndTheTimerForAHeartbeat() {
        pool.ready("w", 1);
        pool.ready("v", 1);
        pool.log().flush();
        assertThat(written(() -> pool.ready("w", 1))).isEqualTo(Map.of("workers", 1L, "pool", 1L));
        // this worker's deadline is not the earliest
        assertThat(written(() -> pool.ready("w", 1))).isEqualTo(Map.of("workers", 1L));
    }

    @Test
    void shouldWriteTheTurnsOfAWorkerThatLeaves() {
        // given five turns, all on one page
        pool.ready("w", 5);
        for (int i = 0; i < 5; i++) {
            pool.send("s" + i, "t");
        }
        pool.log().flush();

        assertThat(written(() -> pool.say(TestPool.worker("w", new WorkerLeft("")))))
                .isEqualTo(Map.of(
                        "workers", 1L, "worker-records", 1L, "shards", 5L, "queue", 1L, "turns", 1L, "pool", 1L));
    }

    @Test
    void shouldWriteAShardForAPause() {
        pool.send("s", "t");
        pool.log().flush();
        PoolControl pause = new PoolControl(TestPool.POOL, new ShardPaused("s"));
        PoolControl resume = new PoolControl(TestPool.POOL, new ShardResumed("s"));
        assertThat(written(() -> pool.say(pause))).isEqualTo(Map.of("shards", 1L, "queue", 1L));
        assertThat(written(() -> pool.say(pause))).isEmpty();
        assertThat(written(() -> pool.say(resume))).isEqualTo(Map.of("shards", 1L, "queue", 1L, "pool", 1L));
    }

    /** The cost of a retry, of its end and of other events is the same whether one shard waits or a thousand. */
    @ParameterizedTest
    @ValueSource(ints = {1, 1_000})
    void shouldWriteAsMuchHoweverManyShardsWait(int waiting) {
        // given
        pool.policy(policy -> policy.setRetryDelayMs(60_000).setWorkerTimeoutMs(Long.MAX_VALUE));
        pool.ready("w", 1);
        for (int i = 0; i < waiting; i++) {
            pool.send("s" + i, "t");
            retry("s" + i);
        }
        pool.send("a", "t");
        pool.log().flush();

        // then
        assertThat(written(() -> retry("a")))
                .isEqualTo(Map.of("shards", 1L, "delayed", 1L, "turns", 1L, "workers", 1L, "pool", 1L));
        assertThat(written(() -> pool.send("s0", "u"))).isEqualTo(Map.of("shards", 1L, "pool", 1L));
        assertThat(written(() -> pool.send("b", "t"))).isEqualTo(Map.of("shards", 1L, "turns", 1L, "pool", 1L));
        assertThat(written(() -> pool.tick(pool.log().nextDue())))
                .isEqualTo(Map.of("shards", 1L, "delayed", 1L, "queue", 1L, "pool", 1L));
    }

    private void retry(String shard) {
        Batch batch = pool.out(shard);
        pool.say(TestPool.executed(batch, TestPool.receipts(batch, ReceiptStatus.RETRY), null));
    }

    @Test
    void shouldWriteNothingForRejectedEvents() {
        pool.ready("v", 0);
        pool.ready("w", 1);
        pool.send("s", "t");
        pool.log().flush();
        assertThat(written(() -> pool.send("s", "t"))).isEmpty();
        assertThat(written(() -> pool.policy(policy -> policy.setAttemptsMax(0))))
                .isEmpty();
        assertThat(written(() -> pool.say(TestPool.worker("nobody", new WorkerLeft("")))))
                .isEmpty();
        WorkerEvent stale = TestPool.worker(
                "w",
                BatchExecuted.newBuilder()
                        .setShard("s")
                        .setToken(7L)
                        .setBatch(1)
                        .setElapsedMs(0L)
                        .build());
        assertThat(written(() -> pool.say(stale))).isEqualTo(Map.of("workers", 1L));
    }
}
