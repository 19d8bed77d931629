package dev.rota.shards.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.shards.PoolPolicy;
import dev.rota.shards.ReceiptStatus;
import dev.rota.testing.Decider;
import dev.rota.testing.TestLog;
import dev.rota.testing.TimedDecision;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An id is rejected while it is among the last 10,000 ids in its shard's blocks. */
class ExecutedMemoryTest {

    private static final int ROUND = 1_000;

    static Stream<Supplier<Decider<TimedDecision>>> deciders() {
        return Stream.of(Deciders::model, () -> Deciders.scheduler(TestLog.warm(new ShardsDomain())));
    }

    @ParameterizedTest
    @MethodSource("deciders")
    void shouldRememberTenThousandExecutedIds(Supplier<Decider<TimedDecision>> decider) {
        // given
        HonestPool pool = new HonestPool(decider.get());
        pool.policy(PoolPolicy.newBuilder().setWorkerTimeoutMs(Long.MAX_VALUE).setBatchTimeoutMs(Long.MAX_VALUE));
        pool.ready("w1", 2);
        pool.send("s", "reverted");
        pool.report("s", ReceiptStatus.REVERTED, 0);
        for (int from = 0; from < 9_999; from += ROUND) {
            for (int i = from; i < Math.min(9_999, from + ROUND); i++) {
                assertThat(pool.send("s", "t" + i)).isEmpty();
            }
            pool.finish();
        }
        assertThat(pool.executed()).hasSize(10_000);

        // then the oldest id is still remembered, and an invalid transaction is neither remembered nor counted
        assertThat(pool.send("s", "reverted")).containsExactly("TRANSACTION_EXISTS");
        for (int i = 0; i < 2; i++) {
            assertThat(pool.send("s", "invalid")).isEmpty();
            pool.report("s", ReceiptStatus.INVALID, 0);
        }
        assertThat(pool.send("s", "reverted")).containsExactly("TRANSACTION_EXISTS");
        assertThat(pool.send("another", "t0")).isEmpty();
        pool.finish();
        assertThat(pool.send("s", "reverted")).containsExactly("TRANSACTION_EXISTS");

        // when
        assertThat(pool.send("s", "one more")).isEmpty();
        assertThat(pool.send("s", "reverted")).containsExactly("TRANSACTION_EXISTS");
        pool.finish();

        // then
        assertThat(pool.send("s", "t0")).containsExactly("TRANSACTION_EXISTS");
        assertThat(pool.send("s", "reverted")).isEmpty();
        assertThat(pool.send("s", "reverted")).containsExactly("TRANSACTION_EXISTS");
        pool.finish();
        assertThat(pool.send("s", "t0")).isEmpty();
        assertThat(pool.send("s", "t1")).containsExactly("TRANSACTION_EXISTS");
    }

    @ParameterizedTest
    @MethodSource("deciders")
    void shouldRememberAsManyAsThePolicySays(Supplier<Decider<TimedDecision>> decider) {
        // given
        HonestPool pool = new HonestPool(decider.get());
        pool.policy(PoolPolicy.newBuilder().setRememberedIds(2));
        pool.ready("w1", 2);
        for (int i = 0; i < 4; i++) {
            assertThat(pool.send("s", "t" + i)).isEmpty();
            pool.finish();
        }
        assertThat(pool.send("s", "t2")).containsExactly("TRANSACTION_EXISTS");
        assertThat(pool.send("s", "t3")).containsExactly("TRANSACTION_EXISTS");

        // then a larger window restores no forgotten id, and keeps the others
        pool.policy(PoolPolicy.newBuilder().setRememberedIds(100));
        assertThat(pool.send("s", "t2")).containsExactly("TRANSACTION_EXISTS");
        assertThat(pool.send("s", "t1")).isEmpty();
        pool.finish();
        assertThat(pool.send("s", "t0")).isEmpty();
        pool.finish();
        assertThat(pool.send("s", "t2")).containsExactly("TRANSACTION_EXISTS");

        // and a smaller window applies from the next block on
        pool.policy(PoolPolicy.newBuilder().setRememberedIds(0));
        assertThat(pool.send("s", "t2")).containsExactly("TRANSACTION_EXISTS");
        assertThat(pool.send("s", "t4")).isEmpty();
        assertThat(pool.send("s", "t4")).containsExactly("TRANSACTION_EXISTS");
        pool.finish();
        assertThat(pool.send("s", "t4")).isEmpty();
        assertThat(pool.send("s", "t2")).isEmpty();
    }
}
