package dev.rota.shards.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.shards.PoolControl;
import dev.rota.shards.ShardPaused;
import dev.rota.shards.ShardResumed;
import dev.rota.shards.WorkerLeft;
import dev.rota.shards.tables.ShardsTables;
import dev.rota.testing.TestLog;
import dev.rota.trials.CountedStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** An event's cost does not depend on the number of pending transactions, here 100,000 of 10,000 shards. */
class ManyPendingTest {

    private static final int SHARDS = 10_000;
    private static final int EACH = 10;
    private static final int PAYLOAD_BYTES = 200;

    private static final class Costs {
        final CountedStore store = new CountedStore();
        final TestPool pool = new TestPool(TestLog.buffered(new ShardsDomain(), store));
        final List<Map<String, Long>> written = new ArrayList<>();
        final List<Map<String, Long>> read = new ArrayList<>();

        Costs(int shards) {
            pool.policy(policy -> policy.setPendingTransactionsMax(10_000_000).setQuantumMs(0));
            for (int i = 0; i < shards; i++) {
                for (int t = 0; t < EACH; t++) {
                    pool.say(TestPool.transaction("shard-" + i, "t" + t, PAYLOAD_BYTES));
                }
                if (i % 1_000 == 0) {
                    pool.log().flush();
                }
            }
            pool.log().flush();
        }

        void costs(Runnable event) {
            Map<String, Long> before = reads();
            written.add(CostTest.written(store, pool, event));
            Map<String, Long> after = reads();
            after.replaceAll((table, count) -> count - before.getOrDefault(table, 0L));
            after.values().removeIf(count -> count == 0);
            read.add(after);
        }

        private Map<String, Long> reads() {
            return store.read(ShardsTables.ALL);
        }

        /** Lets workers register and execute the oldest transactions while others are sent and one worker leaves. */
        void work() {
            costs(() -> pool.ready("w", 2));
            costs(() -> pool.execute("shard-0"));
            costs(() -> pool.execute("shard-1"));
            costs(() -> pool.send("shard-2", "late"));
            costs(() -> pool.send("shard-7", "late"));
            costs(() -> pool.send("new", "first"));
            costs(() -> pool.execute("shard-2"));
            costs(() -> pool.say(new PoolControl(TestPool.POOL, new ShardPaused("shard-6"))));
            costs(() -> pool.say(new PoolControl(TestPool.POOL, new ShardResumed("shard-6"))));
            costs(() -> pool.say(TestPool.worker("w", new WorkerLeft(""))));
        }
    }

    @Test
    void shouldCostTheSameBesideManyThatWait() {
        Costs few = new Costs(64);
        Costs many = new Costs(SHARDS);

        few.work();
        many.work();

        assertThat(many.written).isEqualTo(few.written);
        assertThat(few.read).allMatch(Map::isEmpty);
        assertThat(many.read).allSatisfy(ManyPendingTest::assertFew);

        // and a restarted scheduler reads the queue in pages, and only the shards that events are about
        many.pool.log().restart();
        many.read.clear();
        many.costs(() -> many.pool.send("shard-9", "later"));
        assertThat(many.read.get(0)).containsEntry("shards", 1L).containsEntry("pending", 1L);
        assertThat(many.read.get(0).get("queue")).isLessThanOrEqualTo(SHARDS / 64 + 2);
    }

    /**
     * Asserts that only the two shards that an event may be about are read, if they were evicted from memory, and a
     * page of each.
     */
    private static void assertFew(Map<String, Long> read) {
        assertThat(read).doesNotContainKeys("queue", "turns", "workers");
        assertThat(read.getOrDefault("shards", 0L)).isLessThanOrEqualTo(2);
        assertThat(read.getOrDefault("pending", 0L)).isLessThanOrEqualTo(2);
    }
}
