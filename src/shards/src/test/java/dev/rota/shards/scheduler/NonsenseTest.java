package dev.rota.shards.scheduler;

import static dev.rota.shards.scheduler.TestPool.executed;
import static dev.rota.shards.scheduler.TestPool.policyOf;
import static dev.rota.shards.scheduler.TestPool.receipts;
import static dev.rota.shards.scheduler.TestPool.worker;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Checkpoint;
import dev.rota.engine.Decision;
import dev.rota.engine.Limits;
import dev.rota.engine.Rejection;
import dev.rota.shards.Batch;
import dev.rota.shards.BatchExecuted;
import dev.rota.shards.BlockEnvironment;
import dev.rota.shards.DeadLetter;
import dev.rota.shards.FailedBatch;
import dev.rota.shards.PoolControl;
import dev.rota.shards.PoolPolicy;
import dev.rota.shards.Receipt;
import dev.rota.shards.ReceiptStatus;
import dev.rota.shards.ShardPaused;
import dev.rota.shards.ShardResumed;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.WorkerLeft;
import dev.rota.shards.WorkerReady;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Invalid events and false reports are rejected, and only the worker of a turn can lose the turn. */
class NonsenseTest {

    /** The token of shard s's turn. */
    private static final long TOKEN = 1;

    static Stream<Arguments> nonsense() {
        List<Arguments> all = new ArrayList<>();
        all.add(refused("TRANSACTION_EXISTS", TestPool.transaction("s", "t1", 5)));
        all.add(refused("TRANSACTION_EXISTS", TestPool.transaction("done", "t1", 5)));
        all.add(refused("SHARD_UNKNOWN", control(new ShardPaused("nowhere"))));
        all.add(refused("SHARD_UNKNOWN", control(new ShardResumed("nowhere"))));
        all.add(refused("WORKER_UNKNOWN", worker("nobody", new WorkerLeft(""))));
        all.add(refused("WORKER_UNKNOWN", report("nobody", "s", TOKEN, 1)));
        all.add(refused("WORKER_UNKNOWN", report("nobody", "nowhere", TOKEN, 1)));
        for (long number : new long[] {6, 0, -1, Long.MIN_VALUE}) {
            all.add(refused(
                    "ENVIRONMENT_OLDER",
                    BlockEnvironment.newBuilder()
                            .setPool(TestPool.POOL)
                            .setNumber(number)
                            .setTimestamp(Long.MAX_VALUE)
                            .setSequencer("")
                            .build()));
        }
        for (long number : new long[] {1_000_008, Long.MAX_VALUE}) {
            all.add(refused(
                    "ENVIRONMENT_TOO_FAR_AHEAD",
                    BlockEnvironment.newBuilder()
                            .setPool(TestPool.POOL)
                            .setNumber(number)
                            .setTimestamp(7L)
                            .setSequencer("")
                            .build()));
        }
        invalidPolicies().forEach(policy -> all.add(refused("POLICY_INVALID", policyOf(policy))));
        return all.stream();
    }

    private static Arguments refused(String reason, SpecificRecord event) {
        return Arguments.of(reason, event);
    }

    private static PoolControl control(SpecificRecord event) {
        return new PoolControl(TestPool.POOL, event);
    }

    private static WorkerEvent report(String worker, String shard, long token, int batch) {
        List<Receipt> receipts = List.of(new Receipt("t1", ReceiptStatus.SUCCEEDED, "", null));
        return worker(
                worker,
                BatchExecuted.newBuilder()
                        .setShard(shard)
                        .setToken(token)
                        .setBatch(batch)
                        .setElapsedMs(Long.MAX_VALUE)
                        .setReceipts(receipts)
                        .build());
    }

    private static List<Consumer<PoolPolicy.Builder>> invalidPolicies() {
        return List.of(
                policy -> policy.setQuantumMs(-1),
                policy -> policy.setQuantumMs(Long.MIN_VALUE),
                policy -> policy.setBatchTransactionsMax(0),
                policy -> policy.setBatchTransactionsMax(Integer.MIN_VALUE),
                policy -> policy.setBatchBytesMax(0),
                policy -> policy.setBatchTimeoutMs(0),
                policy -> policy.setBatchTimeoutMs(Long.MIN_VALUE),
                policy -> policy.setAttemptsMax(0),
                policy -> policy.setWorkerTimeoutMs(-5),
                policy -> policy.setShardPendingMax(0),
                policy -> policy.setPendingTransactionsMax(-1));
    }

    @ParameterizedTest
    @MethodSource("nonsense")
    void shouldRejectOnceAndChangeNothing(String reason, SpecificRecord event) {
        for (boolean cold : new boolean[] {false, true}) {
            TestPool told = pool(cold);
            TestPool untold = pool(cold);

            assertRefused(told.at(2_000).decide(event), reason);

            assertThat(aftermath(told)).isEqualTo(aftermath(untold));
        }
    }

    /** Returns false reports. Any report shows that its worker is alive, even a false one. */
    static Stream<Arguments> lies() {
        return Stream.of(
                refused("SHARD_UNKNOWN", report("w1", "nowhere", TOKEN, 1)),
                refused("STALE_TOKEN", report("w1", "waits", TOKEN, 1)),
                refused("STALE_TOKEN", report("w1", "done", TOKEN, 1)),
                refused("STALE_TOKEN", report("w2", "s", TOKEN, 1)),
                refused("STALE_TOKEN", report("w1", "s", 0, 1)),
                refused("STALE_TOKEN", report("w1", "s", -TOKEN, 1)),
                refused("STALE_TOKEN", report("w1", "s", Long.MAX_VALUE, 1)),
                refused("STALE_TOKEN", report("w1", "s", Long.MIN_VALUE, Integer.MIN_VALUE)),
                refused("BATCH_OUT_OF_ORDER", report("w1", "s", TOKEN, 0)),
                refused("BATCH_OUT_OF_ORDER", report("w1", "s", TOKEN, 2)),
                refused("BATCH_OUT_OF_ORDER", report("w1", "s", TOKEN, Integer.MAX_VALUE)),
                refused("BATCH_OUT_OF_ORDER", report("w1", "s", TOKEN, Integer.MIN_VALUE)));
    }

    @ParameterizedTest
    @MethodSource("lies")
    void shouldTakeAFalseReportOnlyAsASignOfLife(String reason, WorkerEvent event) {
        for (boolean cold : new boolean[] {false, true}) {
            TestPool told = pool(cold);
            TestPool untold = pool(cold);

            assertRefused(told.at(2_000).decide(event), reason);
            untold.at(2_000).ready(event.getWorker(), event.getWorker().equals("w2") ? 0 : 1);

            assertThat(aftermath(told)).isEqualTo(aftermath(untold));
        }
    }

    /** Returns receipts that do not match a batch of t1, t2, t3. */
    static Stream<Function<List<Receipt>, List<Receipt>>> mismatches() {
        return Stream.of(
                truth -> List.of(),
                truth -> List.of(truth.get(1)),
                truth -> List.of(truth.get(0), truth.get(0)),
                truth -> List.of(truth.get(0), truth.get(2)),
                truth -> List.of(truth.get(2), truth.get(1), truth.get(0)),
                truth -> List.of(receipt("T1")),
                truth -> List.of(receipt("")),
                truth -> List.of(receipt("t1".repeat(100_000))),
                truth -> List.of(truth.get(0), truth.get(1), truth.get(2), receipt("t4")),
                truth -> Collections.nCopies(100_000, truth.get(0)));
    }

    private static Receipt receipt(String transaction) {
        return new Receipt(transaction, ReceiptStatus.SUCCEEDED, "", null);
    }

    @ParameterizedTest
    @MethodSource("mismatches")
    void shouldLoseTheTurnIfReceiptsDoNotMatchTheBatch(Function<List<Receipt>, List<Receipt>> lie) {
        for (boolean cold : new boolean[] {false, true}) {
            TestPool pool = pool(cold);
            Batch batch = pool.out("s");

            List<Decision> decided =
                    pool.decide(executed(batch, lie.apply(receipts(batch, ReceiptStatus.SUCCEEDED)), null));

            assertThat(TestPool.said(decided))
                    .containsExactly(
                            "RECEIPTS_MISMATCH",
                            "s PENDING REPORT_INVALID",
                            "waits RUNNING DISPATCHED",
                            "waits to w1 3/1: [t1]");
            assertThat(message(decided.get(0)))
                    .startsWith("expected ")
                    .contains(", but ")
                    .hasSizeLessThanOrEqualTo(Limits.MESSAGE_CHARS_MAX);
        }
    }

    @ParameterizedTest
    @MethodSource("mismatches")
    void shouldTakeAReportWithAnErrorAsAFailureWhateverTheReceipts(Function<List<Receipt>, List<Receipt>> lie) {
        TestPool pool = pool(false);
        Batch batch = pool.out("s");

        assertThat(pool.say(executed(batch, lie.apply(receipts(batch, ReceiptStatus.SUCCEEDED)), "")))
                .startsWith("s t1 dead: BATCH_FAILED", "s t2 dead: BATCH_FAILED", "s t3 dead: BATCH_FAILED");
    }

    @Test
    void shouldCutTheErrorOfADeadLetter() {
        TestPool pool = pool(false);

        List<Decision> decided = pool.decide(executed(pool.out("s"), List.of(), "\u20ac".repeat(290_000)));

        DeadLetter letter = (DeadLetter) decided.get(0).value();
        assertThat(letter.getMessage()).hasSize(Limits.MESSAGE_CHARS_MAX).endsWith("\u20ac\u2026");
    }

    /** Creates a pool in which shard s runs, one waits and one is done, w1 has a turn, and w2 drains. */
    private static TestPool pool(boolean cold) {
        TestPool pool = TestPool.of(cold);
        pool.policy(policy -> policy.setFailedBatch(FailedBatch.DROP));
        pool.say(BlockEnvironment.newBuilder()
                .setPool(TestPool.POOL)
                .setNumber(7L)
                .setTimestamp(7L)
                .setSequencer("")
                .build());
        pool.send("s", "t1");
        pool.send("s", "t2");
        pool.send("s", "t3");
        pool.ready("w1", 1);
        pool.ready("w2", 1);
        pool.send("done", "t1");
        pool.execute("done");
        pool.ready("w2", 0);
        pool.send("waits", "t1");
        return pool;
    }

    /** Returns the decisions of events that would show any change of the pool's state. */
    private static List<SpecificRecord> aftermath(TestPool pool) {
        List<Decision> decided = new ArrayList<>(pool.at(11_500).tick(11_500));
        decided.addAll(pool.decide(worker("w3", new WorkerReady(3, "", 0))));
        decided.addAll(pool.decide(TestPool.transaction("done", "t2", 1)));
        decided.addAll(pool.tick(70_000));
        decided.addAll(pool.tick(200_000));
        return decided.stream()
                .map(Decision::value)
                .filter(value -> !(value instanceof Checkpoint))
                .toList();
    }

    private static void assertRefused(List<Decision> answer, String reason) {
        assertThat(answer).singleElement().satisfies(one -> {
            assertThat(((Rejection) one.value()).getReason()).isEqualTo(reason);
            assertThat(message(one)).startsWith("expected ").contains(", but ");
            assertThat(one.unit()).isEqualTo(TestPool.POOL);
        });
    }

    private static String message(Decision decision) {
        return ((Rejection) decision.value()).getMessage();
    }
}
