package dev.rota.shards.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Answer;
import dev.rota.engine.Decision;
import dev.rota.engine.Subject;
import dev.rota.shards.Batch;
import dev.rota.shards.BatchExecuted;
import dev.rota.shards.PoolControl;
import dev.rota.shards.PoolPolicy;
import dev.rota.shards.Receipt;
import dev.rota.shards.ReceiptStatus;
import dev.rota.shards.ShardClosed;
import dev.rota.shards.ShardPaused;
import dev.rota.shards.ShardResumed;
import dev.rota.shards.StateChange;
import dev.rota.shards.WorkerChange;
import dev.rota.shards.WorkerChangeKind;
import dev.rota.shards.WorkerLeft;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests receipts that ask for a retry, in warm and cold pools, and pools without state. */
class RetriesTest {

    private static final String FAILS = "s IDLE RETRY";

    private TestPool pool = TestPool.warm();

    private void open(boolean cold, int attemptsMax) {
        pool = TestPool.of(cold);
        pool.policy(policy -> policy.setRetryDelayMs(100)
                .setRetryFactor(3)
                .setRetryDelayMaxMs(500)
                .setAttemptsMax(attemptsMax)
                .setWorkerFailuresMax(1)
                .setWorkerTimeoutMs(600_000));
    }

    /** Reports success for the first transactions of a shard's batch, and a status for the one after them. */
    private List<String> report(String shard, int succeeded, ReceiptStatus status) {
        Batch batch = pool.out(shard);
        List<Receipt> receipts = new ArrayList<>(
                TestPool.receipts(batch, ReceiptStatus.SUCCEEDED).subList(0, succeeded));
        receipts.add(new Receipt(TestPool.ids(batch).get(succeeded), status, "busy", null));
        return pool.say(TestPool.executed(batch, receipts, null));
    }

    private List<String> retry(String shard) {
        return report(shard, 0, ReceiptStatus.RETRY);
    }

    private List<String> fail(String shard) {
        return report(shard, 0, ReceiptStatus.FAILED);
    }

    /** Lets time run to the pool's next timer, and returns how long after the last event that is. */
    private long waited(long since) {
        long due = pool.log().nextDue();
        pool.tick(due);
        return due - since;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldHoldTheShardButNoSlotAndNoOtherShard(boolean cold) {
        open(cold, 3);
        pool.ready("w", 1);
        pool.send("s", "t1");
        pool.send("s", "t2");
        pool.send("s", "t3");
        pool.at(2_000);
        pool.execute("s");

        // the receipts before it are a block, and the shard waits with the others behind it
        assertThat(report("s", 1, ReceiptStatus.RETRY)).containsExactly("s block 2", FAILS);
        assertThat(pool.send("s", "t4")).isEmpty();
        assertThat(pool.send("r", "t1")).contains("r to w 2/1: [t1]");
        assertThat(pool.execute("r")).contains("r block 1");
        assertThat(TestPool.said(pool.tick(2_100))).isEmpty();
        assertThat(TestPool.said(pool.tick(2_101)))
                .containsExactly("s PENDING SCHEDULED", "s RUNNING DISPATCHED", "s to w 3/1: [t3, t4]");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldGrowTheDelayUntilTheTransactionLeaves(boolean cold) {
        open(cold, 3);
        pool.ready("w", 1);
        pool.send("s", "t1");
        pool.send("s", "t2");
        List<Long> delays = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            long time = 10_000L * (i + 1);
            pool.at(time);
            assertThat(retry("s")).containsExactly(FAILS);
            delays.add(waited(time));
        }
        pool.at(60_000);
        report("s", 1, ReceiptStatus.RETRY);
        delays.add(waited(60_000));

        assertThat(delays).containsExactly(100L, 300L, 500L, 500L, 100L);
        assertThat(pool.letters()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "1000, 2, 300000, 200, 300000",
        "1, 100, 2592000000, 4, 1000000",
        "7, 1, 7, 9000000000, 7",
        "0, 2, 5, 8, 0"
    })
    void shouldComputeDelaysExactly(long delayMs, int factor, long mostMs, long number, long expected) {
        PoolPolicy policy = PoolPolicy.newBuilder()
                .setRetryDelayMs(delayMs)
                .setRetryFactor(factor)
                .setRetryDelayMaxMs(mostMs)
                .build();

        assertThat(Retries.delayMs(policy, number)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldMakeWhatFailsTooOftenADeadLetterAndGoOn(boolean cold) {
        open(cold, 2);
        pool.ready("w", 1);
        pool.send("s", "t1");
        pool.send("s", "t2");
        assertThat(fail("s")).containsExactly(FAILS);
        waited(0);
        // a retry that its receipt does not blame on anybody changes nothing
        assertThat(retry("s")).containsExactly(FAILS);
        waited(0);

        assertThat(fail("s")).containsExactly("s t1 dead: ATTEMPTS_EXHAUSTED", "s to w 3/2: [t2]");
        assertThat(fail("s")).containsExactly(FAILS);
    }

    /** What failed on one worker is tried on the other, even if that is busy, and others may pass by. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldTryWhatFailedOnAnotherWorker(boolean cold) {
        open(cold, 3);
        pool.ready("a", 1);
        pool.ready("b", 1);
        pool.send("s", "t1");
        pool.send("r", "t1");
        assertThat(pool.out("s").getWorker()).isEqualTo("a");
        fail("s");
        List<Decision> queued = pool.heard(pool.log().tick(pool.log().nextDue()));
        assertThat(TestPool.said(queued)).containsExactly("s PENDING SCHEDULED");
        pool.at(3_000);
        assertThat(pool.send("q", "t1")).contains("q to a 3/1: [t1]");
        assertThat(pool.execute("q")).contains("q IDLE DRAINED");
        assertThat(pool.execute("r")).contains("s to b 4/1: [t1]");

        // and the worker on which it failed is sick once the other has executed it
        List<Object> changes = pool
                .decide(TestPool.executed(
                        pool.out("s"), TestPool.receipts(pool.out("s"), ReceiptStatus.SUCCEEDED), null))
                .stream()
                .<Object>map(Decision::value)
                .toList();
        assertThat(changes)
                .anySatisfy(change -> assertThat(change).isInstanceOfSatisfying(WorkerChange.class, sick -> {
                    assertThat(sick.getWorker()).isEqualTo("a");
                    assertThat(sick.getKind()).isEqualTo(WorkerChangeKind.SICK);
                }));
    }

    /** With no other healthy worker, there is nothing to wait for. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldTryWhatFailedOnTheOnlyWorkerAgain(boolean cold) {
        open(cold, 3);
        pool.ready("w", 1);
        pool.ready("draining", 0);
        pool.send("s", "t1");
        fail("s");
        List<Decision> queued = pool.heard(pool.log().tick(pool.log().nextDue()));

        assertThat(TestPool.said(queued)).contains("s to w 2/1: [t1]");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldWaitWhileItIsPausedAndAfterIt(boolean cold) {
        open(cold, 3);
        PoolControl pause = new PoolControl(TestPool.POOL, new ShardPaused("s"));
        PoolControl resume = new PoolControl(TestPool.POOL, new ShardResumed("s"));
        pool.ready("w", 1);
        pool.send("s", "t1");
        pool.at(2_000);
        assertThat(retry("s")).containsExactly(FAILS);
        assertThat(pool.say(pause)).containsExactly("s IDLE PAUSED");
        assertThat(pool.at(2_050).say(resume)).containsExactly("s IDLE RESUMED");
        assertThat(pool.say(pause)).containsExactly("s IDLE PAUSED");
        assertThat(TestPool.said(pool.tick(2_100))).isEmpty();
        // the delay is over when it is resumed
        assertThat(pool.at(2_200).say(resume))
                .containsExactly("s PENDING RESUMED", "s RUNNING DISPATCHED", "s to w 2/1: [t1]");

        // a shard that was paused while it ran waits as well
        pool.say(pause);
        assertThat(pool.at(3_000)
                        .say(TestPool.executed(
                                pool.out("s"), List.of(new Receipt("t1", ReceiptStatus.RETRY, "", null)), null)))
                .containsExactly(FAILS);
        assertThat(pool.say(resume)).containsExactly("s IDLE RESUMED");
        assertThat(TestPool.said(pool.tick(3_300))).contains("s to w 3/1: [t1]");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldKeepTheDelayWhateverElseHappens(boolean cold) {
        open(cold, 3);
        pool.ready("w", 1);
        pool.send("s", "t1");
        pool.at(2_000);
        retry("s");

        // a policy moves no time, a closed shard finishes, and the worker may go
        pool.policy(policy -> policy.setRetryDelayMs(1).setWorkerTimeoutMs(600_000));
        assertThat(pool.say(new PoolControl(TestPool.POOL, new ShardClosed("s"))))
                .containsExactly("s IDLE CLOSED");
        pool.say(TestPool.worker("w", new WorkerLeft("")));
        pool.ready("v", 1);
        assertThat(TestPool.said(pool.tick(2_099))).isEmpty();
        assertThat(TestPool.said(pool.tick(2_100))).contains("s to v 2/1: [t1]");
        assertThat(pool.execute("s")).containsExactly("s block 1", "s IDLE DRAINED");
    }

    @Test
    void shouldRefuseAnEarlierReceiptThatAsksForARetry() {
        open(false, 3);
        pool.ready("w", 1);
        pool.send("r", "t0");
        pool.send("s", "t1");
        pool.send("s", "t2");
        pool.execute("r");
        List<Receipt> receipts = List.of(
                new Receipt("t1", ReceiptStatus.FAILED, "", null),
                new Receipt("t2", ReceiptStatus.SUCCEEDED, "", null));

        assertThat(pool.say(TestPool.executed(pool.out("s"), receipts, null)))
                .startsWith("RECEIPTS_MISMATCH", "s PENDING REPORT_INVALID");
    }

    @Test
    void shouldExplainWhatAShardWaitsFor() {
        open(false, 3);
        pool.ready("w", 1);
        pool.send("s", "t1");
        pool.at(2_000);
        retry("s");

        assertThat(pool.log().askIfInMemory(TestPool.POOL, new Subject("shard", "s")))
                .extracting(answered -> answered.answer())
                .isEqualTo(new Answer(
                        "DELAYED",
                        "as of 1970-01-01T00:00:02.000Z shard s waits until 1970-01-01T00:00:02.100Z for retry 1 in a row"
                                + " of its first transaction, which its worker's receipt asked for (busy); it holds no"
                                + " slot, and no transaction of it overtakes, of 1 pending transaction"));
        assertThat(pool.log().askIfInMemory(TestPool.POOL, new Subject("transaction", "t1")))
                .isNotNull();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldFixAtTheFirstPolicyOrTurnWhetherItIsStateless(boolean cold) {
        pool = TestPool.of(cold);
        pool.ready("w", 1);
        assertThat(pool.policy(policy -> policy.setStateless(true))).isEmpty();
        assertThat(pool.policy(policy -> policy.setStateless(false))).containsExactly("POLICY_INVALID");
        assertThat(pool.policy(policy -> policy.setStateless(true).setQuantumMs(0)))
                .isEmpty();

        pool = TestPool.of(cold);
        pool.ready("w", 1);
        pool.send("s", "t1");
        assertThat(pool.policy(policy -> policy.setStateless(true))).containsExactly("POLICY_INVALID");
        assertThat(pool.policy(policy -> policy.setStateless(false))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldRefuseStateInAStatelessPool(boolean cold) {
        pool = TestPool.of(cold);
        pool.policy(policy -> policy.setStateless(true).setStates(true));
        pool.ready("w", 1);
        pool.send("s", "t1");
        Batch batch = pool.out("s");
        StateChange change = new StateChange(ByteBuffer.allocate(1), null);
        BatchExecuted report = BatchExecuted.newBuilder()
                .setShard("s")
                .setToken(batch.getToken())
                .setBatch(1)
                .setElapsedMs(0L)
                .setReceipts(TestPool.receipts(batch, ReceiptStatus.SUCCEEDED))
                .setStateDiff(List.of(change))
                .build();

        assertThat(pool.say(TestPool.worker("w", report))).startsWith("RECEIPTS_MISMATCH", "s PENDING REPORT_INVALID");
        assertThat(pool.execute("s")).contains("w executed s: [t1]");
    }
}
