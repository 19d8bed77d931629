package dev.rota.shards.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.shards.PoolControl;
import dev.rota.shards.ShardClosed;
import dev.rota.shards.ShardPaused;
import dev.rota.shards.ShardReopened;
import dev.rota.shards.ShardResumed;
import dev.rota.shards.tables.ShardsTables;
import dev.rota.testing.TestLog;
import dev.rota.trials.CountedStore;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests shards that are closed and reopened. */
class ClosedShardTest {

    private static PoolControl close(String shard) {
        return new PoolControl(TestPool.POOL, new ShardClosed(shard));
    }

    private static PoolControl reopen(String shard) {
        return new PoolControl(TestPool.POOL, new ShardReopened(shard));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldFinishWhatIsPendingAndRefuseTheRest(boolean cold) {
        // given
        TestPool pool = TestPool.of(cold);
        pool.ready("w", 1);
        pool.send("s", "t1");
        pool.send("s", "t2");

        // when
        assertThat(pool.say(close("s"))).containsExactly("s RUNNING CLOSED");
        assertThat(pool.say(close("s"))).isEmpty();
        assertThat(pool.send("s", "t3")).containsExactly("SHARD_CLOSED");
        assertThat(pool.execute("s")).containsExactly("s block 1", "s to w 1/2: [t2]");
        assertThat(pool.execute("s")).containsExactly("s block 2", "s IDLE DRAINED");

        // then it continues its chain, and remembers no ids
        assertThat(pool.send("s", "t3")).containsExactly("SHARD_CLOSED");
        assertThat(pool.say(reopen("s"))).containsExactly("s IDLE REOPENED");
        assertThat(pool.say(reopen("s"))).isEmpty();
        assertThat(pool.send("s", "t1")).hasSize(3);
        assertThat(pool.out("s").getParentHeight()).isEqualTo(2);
        assertThat(pool.execute("s")).containsExactly("s block 3", "s IDLE DRAINED");
        assertThat(pool.send("s", "t1")).containsExactly("TRANSACTION_EXISTS");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldStayPausedWithItsTransactions(boolean cold) {
        TestPool pool = TestPool.of(cold);
        pool.send("s", "t1");
        pool.say(new PoolControl(TestPool.POOL, new ShardPaused("s")));
        assertThat(pool.say(close("s"))).containsExactly("s IDLE CLOSED");
        assertThat(pool.ready("w", 1)).isEmpty();

        // then it finishes its transactions when it is resumed
        assertThat(pool.say(new PoolControl(TestPool.POOL, new ShardResumed("s"))))
                .containsExactly("s PENDING RESUMED", "s RUNNING DISPATCHED", "s to w 1/1: [t1]");
        assertThat(pool.execute("s")).containsExactly("s block 1", "s IDLE DRAINED");
        assertThat(pool.say(close("nowhere"))).containsExactly("SHARD_UNKNOWN");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldBePausedAndResumedWhileItIsClosed(boolean cold) {
        TestPool pool = TestPool.of(cold);
        pool.ready("w", 1);
        pool.send("s", "t1");
        pool.execute("s");
        pool.say(close("s"));
        assertThat(pool.say(new PoolControl(TestPool.POOL, new ShardPaused("s"))))
                .containsExactly("s IDLE PAUSED");
        pool.say(reopen("s"));
        assertThat(pool.send("s", "t2")).isEmpty();
        assertThat(pool.say(new PoolControl(TestPool.POOL, new ShardResumed("s"))))
                .hasSize(3);
    }

    @Test
    void shouldKeepOnlyAFewBytes() {
        // given a shard that remembers the greatest number of ids
        CountedStore store = new CountedStore();
        TestPool pool = new TestPool(TestLog.buffered(new ShardsDomain(), store));
        pool.policy(policy -> policy.setBatchTransactionsMax(1_000));
        pool.ready("w", 1);
        for (int i = 0; i < 11_000; i++) {
            pool.send("s", "t" + i);
            if (i % 1_000 == 999) {
                while (pool.out().contains("s")) {
                    pool.execute("s");
                }
            }
        }
        pool.log().flush();
        assertThat(rows(store)).containsEntry("shards", 1).containsEntry("executed", 156);

        // when
        pool.say(close("s"));
        pool.log().flush();

        // then
        assertThat(rows(store)).containsEntry("closed", 1).doesNotContainKeys("shards", "executed", "pending");
        pool.say(reopen("s"));
        pool.log().flush();
        assertThat(rows(store)).containsEntry("shards", 1).doesNotContainKeys("closed", "executed");
        assertThat(List.copyOf(pool.out())).isEmpty();
    }

    /** Returns the number of rows in each of a pool's tables. */
    private static Map<String, Integer> rows(CountedStore store) {
        return store.rows(ShardsTables.ALL);
    }
}
