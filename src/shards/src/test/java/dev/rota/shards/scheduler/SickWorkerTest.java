package dev.rota.shards.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Decision;
import dev.rota.shards.Batch;
import dev.rota.shards.ReceiptStatus;
import dev.rota.shards.WorkerChange;
import dev.rota.shards.WorkerChangeKind;
import dev.rota.shards.WorkerLeft;
import dev.rota.shards.WorkerReady;
import dev.rota.trials.Full;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests workers that fail batches that others can execute, and two processes under one worker id. */
class SickWorkerTest {

    private static final long REST_MS = 30_000;

    private TestPool pool = TestPool.warm();
    private final List<WorkerChangeKind> changes = new ArrayList<>();

    private void open(boolean cold) {
        pool = TestPool.of(cold);
    }

    private List<String> say(SpecificRecord event) {
        return said(pool.decide(event));
    }

    private List<String> said(List<Decision> decided) {
        decided.stream()
                .map(Decision::value)
                .filter(WorkerChange.class::isInstance)
                .map(WorkerChange.class::cast)
                .forEach(change -> changes.add(change.getKind()));
        return TestPool.said(decided);
    }

    private List<String> fail(String shard) {
        return say(TestPool.executed(pool.out(shard), List.of(), "boom"));
    }

    private List<String> execute(String shard) {
        Batch batch = pool.out(shard);
        return say(TestPool.executed(batch, TestPool.receipts(batch, ReceiptStatus.SUCCEEDED), null));
    }

    private String runsOn(String shard) {
        return pool.out(shard).getWorker();
    }

    /**
     * One worker fails each batch at once while the healthy one is busy. No transaction may be dropped because of it.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldNotGiveEverythingToAWorkerThatFailsEverything(boolean cold) {
        // given
        open(cold);
        pool.ready("a", 1);
        pool.ready("b", 2);
        for (int i = 1; i <= 6; i++) {
            pool.send("s" + i, "t1");
            pool.send("s" + i, "t2");
        }
        assertThat(runsOn("s1")).isEqualTo("a");

        // when a fails all its batches at once, and b executes its batches
        int failures = 0;
        int executed = 0;
        while (!pool.out().isEmpty()) {
            List<String> onA = pool.out().stream()
                    .filter(shard -> runsOn(shard).equals("a"))
                    .toList();
            for (String shard : onA) {
                fail(shard);
                failures++;
            }
            if (onA.isEmpty()) {
                String shard = pool.out().iterator().next();
                executed += pool.out(shard).getTransactions().size();
                execute(shard);
            }
        }

        // then each transaction is executed, and a rests
        assertThat(pool.letters()).isZero();
        assertThat(executed).isEqualTo(12);
        assertThat(failures).isBetween(3, 4);
        assertThat(changes).containsExactly(WorkerChangeKind.SICK);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldLetOthersPassWhileABatchWaitsForAnotherWorker(boolean cold) {
        open(cold);
        pool.ready("only", 1);
        pool.send("s", "t1");
        pool.send("r", "t1");

        // r is dispatched before s, which has failed on the only worker
        assertThat(fail("s")).containsExactly("s PENDING BATCH_FAILED", "r RUNNING DISPATCHED", "r to only 2/1: [t1]");
        assertThat(execute("r")).containsExactly("r block 1", "r IDLE DRAINED");

        // when no other worker has registered, s continues with one transaction at a time
        long waited = pool.log().nextDue();
        assertThat(waited).isEqualTo(11_003);
        assertThat(said(pool.tick(waited - 1))).isEmpty();
        assertThat(said(pool.tick(waited))).containsExactly("s RUNNING DISPATCHED", "s to only 3/1: [t1]");
        assertThat(fail("s")).startsWith("s PENDING BATCH_FAILED", "s RUNNING DISPATCHED");
        assertThat(fail("s")).containsExactly("s t1 dead: BATCH_FAILED", "s IDLE BATCH_FAILED");
        assertThat(changes).isEmpty();
    }

    /** If a batch fails on two workers, the batch is at fault. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldBlameNoWorkerForWhatFailsOnTwo(boolean cold) {
        open(cold);
        say(TestPool.policyOf(policy -> policy.setWorkerFailuresMax(1)));
        pool.ready("a", 1);
        pool.ready("b", 1);
        pool.ready("c", 1);
        pool.send("s", "t1");
        assertThat(runsOn("s")).isEqualTo("a");
        fail("s");
        assertThat(runsOn("s")).isEqualTo("b");
        fail("s");
        execute("s");

        assertThat(changes).isEmpty();
    }

    /**
     * A sick worker gets a turn after its rest, which doubles each time that it fails again. The failure costs
     * transactions nothing.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldTryASickWorkerWithOneTurn(boolean cold) {
        // given
        open(cold);
        sicken();
        long rested = pool.log().nextDue();
        assertThat(rested).isEqualTo(1_005 + REST_MS);
        pool.send("s", "t2");
        assertThat(runsOn("s")).isEqualTo("b");
        execute("s");

        // when it fails again
        said(pool.tick(rested));
        pool.ready("a", 3);
        pool.ready("b", 3);
        pool.send("s", "t3");
        pool.send("r", "t1");
        assertThat(runsOn("s")).isEqualTo("a");
        assertThat(runsOn("r")).isEqualTo("b");
        changes.clear();
        fail("s");

        // then the other worker executes the batch at once, and the sick one rests for twice as long
        assertThat(changes).containsExactly(WorkerChangeKind.SICK);
        assertThat(runsOn("s")).isEqualTo("b");
        execute("s");
        execute("r");
        long again = rested + 5 + 2 * REST_MS;
        assertThat(pool.log().nextDue()).isEqualTo(again);

        // and when it succeeds, it can use all its slots
        said(pool.tick(again));
        pool.ready("a", 3);
        pool.ready("b", 3);
        changes.clear();
        pool.send("s", "t4");
        assertThat(runsOn("s")).isEqualTo("a");
        execute("s");
        assertThat(changes).containsExactly(WorkerChangeKind.RECOVERED);
    }

    /** Lets worker a fail a batch that worker b executes. */
    private void sicken() {
        say(TestPool.policyOf(policy -> policy.setWorkerFailuresMax(1).setWorkerTimeoutMs(600_000)));
        pool.ready("a", 1);
        pool.ready("b", 1);
        pool.send("s", "t1");
        fail("s");
        execute("s");
        assertThat(changes).containsExactly(WorkerChangeKind.SICK);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldRememberASickWorkerWhileItIsGone(boolean cold) {
        open(cold);
        sicken();
        changes.clear();
        say(TestPool.worker("a", new WorkerLeft("")));
        say(TestPool.worker("a", new WorkerReady(1, "another", 0)));
        assertThat(changes).containsExactly(WorkerChangeKind.LEFT, WorkerChangeKind.READY, WorkerChangeKind.SICK);
        pool.send("s", "t2");
        assertThat(runsOn("s")).isEqualTo("b");
        execute("s");

        // but for no longer than a day
        changes.clear();
        say(TestPool.worker("a", new WorkerLeft("")));
        pool.at(100_000_000);
        say(TestPool.worker("a", new WorkerReady(1, "another", 0)));
        assertThat(changes).startsWith(WorkerChangeKind.LEFT).endsWith(WorkerChangeKind.READY);
    }

    /** If no worker is healthy, the pool continues with the sick ones. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldHaveOneTurnAtATimeWhereAllAreSick(boolean cold) {
        open(cold);
        sicken();
        say(TestPool.worker("b", new WorkerLeft("")));
        pool.ready("a", 3);

        pool.send("s", "t2");
        pool.send("r", "t1");

        assertThat(runsOn("s")).isEqualTo("a");
        assertThat(pool.out()).doesNotContain("r");
        changes.clear();
        execute("s");
        assertThat(changes).containsExactly(WorkerChangeKind.RECOVERED);
        assertThat(pool.out()).contains("r");
    }

    /** Of two processes under one id, the second takes over, and the first is refused from then on. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldRefuseAnIncarnationThatWasReplaced(boolean cold) {
        open(cold);
        say(TestPool.worker("w", new WorkerReady(1, "one", 0)));
        pool.send("s", "t1");
        say(TestPool.worker("w", new WorkerReady(1, "two", 0)));
        assertThat(changes)
                .containsExactly(WorkerChangeKind.READY, WorkerChangeKind.SUPERSEDED, WorkerChangeKind.READY);

        for (int i = 0; i < 5; i++) {
            assertThat(say(TestPool.worker("w", new WorkerReady(1, "one", 0)))).containsExactly("WORKER_SUPERSEDED");
            assertThat(say(TestPool.worker("w", new WorkerReady(1, "two", 0)))).isEmpty();
        }
        assertThat(say(TestPool.worker("w", new WorkerLeft("one")))).containsExactly("WORKER_SUPERSEDED");
        assertThat(say(TestPool.worker("w", new WorkerLeft("three")))).containsExactly("WORKER_UNKNOWN");
        assertThat(pool.letters()).isZero();
        assertThat(execute("s")).containsExactly("s block 1", "s IDLE DRAINED");
    }

    /** A frozen process that resumes must not take its id back from the process that replaced it. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldRefuseAnIncarnationThatWasLostAndReplaced(boolean cold) {
        open(cold);
        lose("one");
        say(TestPool.worker("w", new WorkerReady(1, "two", 0)));

        assertThat(say(TestPool.worker("w", new WorkerReady(1, "one", 0)))).containsExactly("WORKER_SUPERSEDED");
        assertThat(say(TestPool.worker("w", new WorkerReady(1, "two", 0)))).isEmpty();
        say(TestPool.worker("w", new WorkerLeft("two")));
        say(TestPool.worker("w", new WorkerReady(1, "three", 0)));
        assertThat(say(TestPool.worker("w", new WorkerReady(1, "two", 0)))).containsExactly("WORKER_SUPERSEDED");
    }

    /** An incarnation that was lost but not replaced may come back. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldLetAnIncarnationComeBackThatWasLost(boolean cold) {
        open(cold);
        lose("one");

        assertThat(say(TestPool.worker("w", new WorkerReady(1, "one", 0)))).isEmpty();
        assertThat(changes).containsExactly(WorkerChangeKind.READY, WorkerChangeKind.LOST, WorkerChangeKind.READY);
    }

    private void lose(String incarnation) {
        pool.policy(policy -> policy.setWorkerTimeoutMs(30_000));
        pool.at(1_000_000);
        say(TestPool.worker("w", new WorkerReady(1, incarnation, 0)));
        said(pool.tick(1_030_000));
        pool.at(1_030_000);
        assertThat(changes).containsExactly(WorkerChangeKind.READY, WorkerChangeKind.LOST);
    }

    /** A worker relies on the timeout that was published to it. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldTellAWorkerOfAnotherTimeout(boolean cold) {
        open(cold);
        say(TestPool.worker("w", new WorkerReady(1, "one", 0)));
        say(TestPool.worker("w", new WorkerReady(1, "one", 0)));
        assertThat(changes).containsExactly(WorkerChangeKind.READY);

        say(TestPool.policyOf(policy -> policy.setWorkerTimeoutMs(60_000)));
        say(TestPool.worker("w", new WorkerReady(1, "one", 0)));
        say(TestPool.worker("w", new WorkerReady(1, "one", 0)));

        assertThat(changes).containsExactly(WorkerChangeKind.READY, WorkerChangeKind.READY);
    }

    /** A worker that reports no time keeps its shard no longer than the log's clock allows. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldEndATurnByTheLogsClock(boolean cold) {
        open(cold);
        pool.policy(policy -> policy.setTurnMsMax(5_000L).setBatchTransactionsMax(1));
        pool.at(1_000_000);
        say(TestPool.worker("w", new WorkerReady(1, "one", 0)));
        pool.send("s", "t1");
        pool.send("s", "t2");
        pool.send("s", "t3");

        assertThat(pool.at(1_004_000).execute("s")).contains("s block 1").doesNotContain("s PENDING QUANTUM");
        assertThat(pool.at(1_006_000).execute("s")).contains("s block 2", "s PENDING QUANTUM");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldRememberSixteenIncarnations(boolean cold) {
        open(cold);
        for (int i = 0; i <= 17; i++) {
            say(TestPool.worker("w", new WorkerReady(1, "i" + i, 0)));
        }
        assertThat(say(TestPool.worker("w", new WorkerReady(1, "i1", 0)))).containsExactly("WORKER_SUPERSEDED");
        assertThat(say(TestPool.worker("w", new WorkerReady(1, "i0", 0)))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Full
    void shouldRememberAThousandWorkersThatAreGone(boolean cold) {
        open(cold);
        for (int i = 0; i <= 1_000; i++) {
            say(TestPool.worker("w" + i, new WorkerReady(1, "one", 0)));
            say(TestPool.worker("w" + i, new WorkerReady(1, "two", 0)));
            say(TestPool.worker("w" + i, new WorkerLeft("two")));
        }
        assertThat(say(TestPool.worker("w1", new WorkerReady(1, "one", 0)))).containsExactly("WORKER_SUPERSEDED");
        assertThat(say(TestPool.worker("w0", new WorkerReady(1, "one", 0)))).isEmpty();
    }
}
