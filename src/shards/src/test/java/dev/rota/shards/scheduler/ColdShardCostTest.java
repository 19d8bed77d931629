package dev.rota.shards.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.shards.PoolControl;
import dev.rota.shards.ShardClosed;
import dev.rota.shards.ShardPaused;
import dev.rota.shards.ShardReopened;
import dev.rota.shards.ShardResumed;
import dev.rota.shards.WorkerLeft;
import dev.rota.shards.tables.ShardsTables;
import dev.rota.testing.TestLog;
import dev.rota.trials.CountedStore;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Counts the rows that an event reads of a shard that is not in memory, with 10,000 remembered and 10,000 pending ids.
 */
class ColdShardCostTest {

    private static final int EACH = 10_000;
    private static final long READS_MAX = 8;

    /**
     * The index rows of two lists: each has a row per 1,024 ids, and one more because the first and the last row are
     * partly used.
     */
    private static final long INDEX_READS_MAX = 2 * 11;

    private static final long LOOK_UP_READS_MAX = READS_MAX + INDEX_READS_MAX;

    private static final List<String> OF_SHARDS =
            List.of("shards", "closed", "pending", "latest-executed", "executed", "index");

    private final CountedStore store = new CountedStore();
    private final TestPool pool = new TestPool(TestLog.buffered(new ShardsDomain(), store));

    @BeforeEach
    void fill() {
        pool.policy(policy -> policy.setBatchTransactionsMax(1_000).setQuantumMs(0));
        pool.ready("w", 1);
        for (int i = 0; i < EACH + 700; i++) {
            pool.send("s", "executed-" + i);
        }
        while (pool.out().contains("s")) {
            pool.execute("s");
        }
        pool.ready("w", 0);
        for (int i = 0; i < EACH; i++) {
            pool.send("s", "pending-" + i);
        }
        pool.log().flush();
    }

    /** Returns the rows that an event reads from a scheduler that has just started, by table. */
    private Map<String, Long> reads(Runnable event) {
        pool.log().flush();
        pool.log().restart();
        Map<String, Long> before = store.read(ShardsTables.ALL);
        event.run();
        pool.log().flush();
        Map<String, Long> reads = new TreeMap<>(store.read(ShardsTables.ALL));
        reads.replaceAll((table, count) -> count - before.getOrDefault(table, 0L));
        reads.values().removeIf(count -> count == 0);
        reads.keySet().retainAll(OF_SHARDS);
        return reads;
    }

    private long sum(Runnable event) {
        return reads(event).values().stream().mapToLong(Long::longValue).sum();
    }

    private void isAccepted(String id) {
        assertThat(pool.send("s", id)).isEmpty();
    }

    private void isKnown(String id) {
        assertThat(pool.send("s", id)).containsExactly("TRANSACTION_EXISTS");
    }

    @Test
    void shouldReadAFewRowsForATransaction() {
        assertThat(reads(() -> isAccepted("new")))
                .isEqualTo(Map.of("shards", 1L, "latest-executed", 1L, "index", INDEX_READS_MAX));
        long most = IntStream.range(0, 500)
                .mapToLong(i -> sum(() -> isAccepted("another-" + i)))
                .max()
                .orElseThrow();
        assertThat(most).isLessThanOrEqualTo(LOOK_UP_READS_MAX);
        for (String id :
                List.of("pending-0", "pending-5000", "another-499", "another-450", "executed-700", "executed-10699")) {
            assertThat(sum(() -> isKnown(id))).as(id).isLessThanOrEqualTo(LOOK_UP_READS_MAX);
        }
        assertThat(sum(() -> isAccepted("executed-699"))).isLessThanOrEqualTo(LOOK_UP_READS_MAX);
    }

    @Test
    void shouldReadTheShardForAControl() {
        assertThat(reads(() -> pool.say(new PoolControl(TestPool.POOL, new ShardPaused("s")))))
                .isEqualTo(Map.of("shards", 1L));
        assertThat(reads(() -> pool.say(new PoolControl(TestPool.POOL, new ShardResumed("s")))))
                .isEqualTo(Map.of("shards", 1L));
        assertThat(reads(() -> pool.say(new PoolControl(TestPool.POOL, new ShardClosed("s")))))
                .isEqualTo(Map.of("shards", 1L));
        assertThat(reads(() -> pool.say(new PoolControl(TestPool.POOL, new ShardReopened("s")))))
                .isEqualTo(Map.of("shards", 1L));
    }

    /** A batch of 16 transactions is on at most two pages. The report also sends the next batch. */
    @Test
    void shouldReadAFewRowsForATurn() {
        pool.policy(policy -> policy.setBatchTransactionsMax(16).setQuantumMs(Long.MAX_VALUE));
        assertThat(sum(() -> pool.ready("w", 1))).isLessThanOrEqualTo(READS_MAX);
        for (int i = 0; i < 20; i++) {
            assertThat(sum(() -> pool.execute("s"))).isLessThanOrEqualTo(READS_MAX);
        }
        assertThat(sum(() -> pool.say(TestPool.executed(pool.out("s"), List.of(), "failed"))))
                .isLessThanOrEqualTo(READS_MAX);
        assertThat(sum(() -> pool.say(TestPool.worker("w", new WorkerLeft("")))))
                .isLessThanOrEqualTo(READS_MAX);
    }

    /** A batch of 64 transactions reads a few rows too, apart from its pages and those of the next batch. */
    @Test
    void shouldReadAFewRowsBesidesTheirPagesForBatches() {
        pool.policy(policy -> policy.setBatchTransactionsMax(64).setQuantumMs(Long.MAX_VALUE));
        pool.ready("w", 1);
        for (int i = 0; i < 20; i++) {
            Map<String, Long> reads = reads(() -> pool.execute("s"));
            assertThat(reads.remove("pending")).isLessThanOrEqualTo(10);
            assertThat(reads.values().stream().mapToLong(Long::longValue).sum()).isLessThanOrEqualTo(READS_MAX);
        }
    }

    /** Larger batches read their own pages, and the last row of the executed ids' index. */
    @Test
    void shouldReadTheirPagesForLargeBatches() {
        pool.ready("w", 1);
        pool.policy(policy -> policy.setBatchTransactionsMax(1_000).setQuantumMs(Long.MAX_VALUE));
        pool.execute("s");
        Map<String, Long> reads = reads(() -> pool.execute("s"));
        assertThat(reads.get("pending")).isBetween(125L, 127L);
        assertThat(reads).containsEntry("shards", 1L).containsEntry("index", 1L).doesNotContainKey("executed");
    }

    @Test
    void shouldReadTheShardWhenItIsDone() {
        pool.policy(policy -> policy.setBatchTransactionsMax(1_000).setQuantumMs(0));
        pool.ready("w", 1);
        while (pool.out().contains("s")) {
            pool.execute("s");
        }
        pool.log().flush();
        assertThat(reads(() -> pool.say(new PoolControl(TestPool.POOL, new ShardClosed("s")))))
                .isEqualTo(Map.of("shards", 1L, "latest-executed", 1L));
        assertThat(store.rows(ShardsTables.ALL))
                .containsEntry("closed", 1)
                .doesNotContainKeys("shards", "index", "latest-executed", "executed");
    }
}
