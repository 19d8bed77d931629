package dev.rota.shards.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.rota.engine.Decision;
import dev.rota.shards.Batch;
import dev.rota.shards.BatchExecuted;
import dev.rota.shards.BatchesExecuted;
import dev.rota.shards.PoolPolicy;
import dev.rota.shards.Receipt;
import dev.rota.shards.ReceiptStatus;
import dev.rota.shards.ReceiptsCommitted;
import dev.rota.shards.ShardClosed;
import dev.rota.shards.ShardPaused;
import dev.rota.shards.ShardResumed;
import dev.rota.shards.Transaction;
import dev.rota.shards.WorkerChangeKind;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.WorkerReady;
import dev.rota.shards.tables.ShardsTables;
import dev.rota.testing.Moment;
import dev.rota.testing.TestLog;
import dev.rota.trials.CountedStore;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Tests what a record of a stateless pool costs, and what it leaves. */
class StatelessPoolTest {

    private static final int WORKER_PROTOCOL = 1;

    private final CountedStore store = new CountedStore();
    private final TestPool pool = new TestPool(TestLog.buffered(new ShardsDomain(), store));
    private long time = 10_000;

    private void open(Consumer<PoolPolicy.Builder> change) {
        pool.policy(policy -> change.accept(policy.setStateless(true)));
    }

    private void ready(String worker, int slots, int protocol) {
        pool.say(TestPool.worker(worker, new WorkerReady(slots, "life", protocol)));
    }

    /** Adds a transaction that a mapping made. */
    private List<Decision> adopt(String shard, String id) {
        Transaction transaction = Transaction.newBuilder()
                .setPool(TestPool.POOL)
                .setShard(shard)
                .setId(id)
                .setPayload(ByteBuffer.allocate(10))
                .setSource("orders/0/" + id)
                .build();
        return pool.heard(pool.log().take(new Moment(time++, null, transaction, true)));
    }

    private static BatchExecuted report(Batch batch, ReceiptStatus status) {
        return BatchExecuted.newBuilder()
                .setShard(batch.getShard())
                .setToken(batch.getToken())
                .setBatch(batch.getBatch())
                .setElapsedMs(1L)
                .setReceipts(TestPool.receipts(batch, status))
                .build();
    }

    private List<Decision> join(List<BatchExecuted> reports) {
        return pool.heard(pool.log()
                .take(new Moment(time++, TestPool.worker("w", new BatchesExecuted("life", reports)))));
    }

    private List<BatchExecuted> reports() {
        return pool.out().stream()
                .map(shard -> report(pool.out(shard), ReceiptStatus.SUCCEEDED))
                .toList();
    }

    @Test
    void shouldAnswerAReportOfManyTurnsWithTwoRecords() {
        // given as many keys in turns as others that wait
        open(policy -> {});
        ready("w", 8, WORKER_PROTOCOL);
        for (int i = 0; i < 16; i++) {
            adopt("key-" + i, "t" + i);
        }

        // when
        List<Decision> decided = join(reports());

        // then
        assertThat(decided).hasSize(2);
        ReceiptsCommitted committed = (ReceiptsCommitted) decided.get(0).value();
        assertThat(committed.getBatches()).hasSize(8);
        assertThat(decided.get(0).key()).isEqualTo(TestPool.POOL);
        Batch batch = (Batch) decided.get(1).value();
        assertThat(batch.getMore()).hasSize(7).allMatch(more -> more.getMore().isEmpty());
        assertThat(decided.get(1).key()).isEqualTo("w");
    }

    @Test
    void shouldSendAnOlderWorkerEachBatchAlone() {
        open(policy -> {});
        for (int i = 0; i < 3; i++) {
            adopt("key-" + i, "t" + i);
        }

        List<Decision> decided = pool.decide(TestPool.worker("w", new WorkerReady(8, "life", 0)));

        assertThat(decided).filteredOn(one -> one.value() instanceof Batch).hasSize(3);
    }

    @Test
    void shouldLeaveNoRowOfAKeyThatHasNothingToDo() {
        // given
        open(policy -> {});
        ready("w", 4, WORKER_PROTOCOL);
        pool.log().flush();
        Map<String, Integer> before = store.rows(ShardsTables.ALL);

        // when
        for (int i = 0; i < 100; i++) {
            adopt("key-" + i, "t" + i);
            if (i % 4 == 3) {
                join(reports());
                pool.log().flush();
            }
        }

        // then
        assertThat(store.rows(ShardsTables.ALL)).isEqualTo(before);
    }

    @Test
    void shouldWriteARowOfAQuietKeyOnceAndDropItOnce() {
        open(policy -> {});
        ready("w", 64, WORKER_PROTOCOL);
        pool.log().flush();
        long before =
                store.written().values().stream().mapToLong(Long::longValue).sum();

        for (int i = 0; i < 64; i++) {
            adopt("key-" + i, "t" + i);
        }
        pool.log().flush();
        join(reports());
        pool.log().flush();

        long written =
                store.written().values().stream().mapToLong(Long::longValue).sum() - before;
        assertThat(written).isLessThanOrEqualTo(64 * 2 + 64 / 4);
    }

    @Test
    void shouldRememberTheIdsOfPlainTransactionsOnly() {
        open(policy -> {});
        ready("w", 1, WORKER_PROTOCOL);
        adopt("s", "t1");
        join(reports());
        pool.send("s", "t2");
        join(reports());

        // the id of an adopted one is unique by its source, and its shard was forgotten
        assertThat(pool.send("s", "t1")).noneMatch(said -> said.equals("TRANSACTION_EXISTS"));
        assertThat(pool.send("s", "t2")).contains("TRANSACTION_EXISTS");
    }

    @Test
    void shouldObeyAPauseOfAKeyThatItDoesNotKnow() {
        // given
        open(policy -> policy.setStates(true));
        ready("w", 1, WORKER_PROTOCOL);
        assertThat(pool.say(RandomControls.control(new ShardPaused("s")))).containsExactly("s IDLE PAUSED");
        pool.log().flush();

        // when
        adopt("s", "t1");

        // then
        assertThat(pool.out()).isEmpty();
        assertThat(pool.say(RandomControls.control(new ShardResumed("s")))).contains("s RUNNING DISPATCHED");
        assertThat(pool.say(RandomControls.control(new ShardResumed("never")))).containsExactly("SHARD_UNKNOWN");
    }

    @Test
    void shouldCloseAKeyThatItDoesNotKnow() {
        open(policy -> {});

        pool.say(RandomControls.control(new ShardClosed("s")));

        assertThat(pool.send("s", "t1")).containsExactly("SHARD_CLOSED");
    }

    @Test
    void shouldEmitStatesOnlyIfAsked() {
        open(policy -> {});
        ready("w", 1, WORKER_PROTOCOL);
        assertThat(TestPool.said(adopt("s", "t1"))).containsExactly("s to w 1/1: [t1]");

        pool.policy(policy -> policy.setStateless(true).setStates(true));

        assertThat(TestPool.said(join(reports()))).containsExactly("s IDLE DRAINED", "w executed s: [t1]");
    }

    @Test
    void shouldCutABatchToWhatATurnExecutes() {
        // given turns that execute ten transactions in a second
        open(policy -> {});
        ready("w", 1, WORKER_PROTOCOL);
        for (int i = 0; i < 100; i++) {
            adopt("s", "t" + i);
        }
        assertThat(pool.out("s").getTransactions()).hasSize(1);
        join(reports());
        assertThat(pool.out("s").getTransactions())
                .as("nothing was slow so far")
                .hasSize(99);
        for (int i = 0; i < 40 && pool.out("s").getTransactions().size() > 20; i++) {
            Batch batch = pool.out("s");
            List<Receipt> one =
                    TestPool.receipts(batch, ReceiptStatus.SUCCEEDED).subList(0, 1);
            join(List.of(BatchExecuted.newBuilder()
                    .setShard("s")
                    .setToken(batch.getToken())
                    .setBatch(batch.getBatch())
                    .setElapsedMs(100L)
                    .setReceipts(one)
                    .build()));
        }

        // then
        assertThat(pool.out("s").getTransactions()).hasSizeBetween(16, 20);
    }

    @Test
    void shouldGrantABusyKeyALongTurnWhileFewerShardsWaitThanSlotsAreFree() {
        open(policy -> {});
        ready("w", 3, WORKER_PROTOCOL);

        adopt("a", "t1");
        adopt("b", "t2");
        adopt("c", "t3");

        assertThat(pool.out("a").getQuantumMs()).isEqualTo(1_000);
        assertThat(pool.out("b").getQuantumMs()).isEqualTo(1_000);
        assertThat(pool.out("c").getQuantumMs()).as("the last free slot").isEqualTo(100);
    }

    @Test
    void shouldGrantNoLongTurnWhileOthersWait() {
        open(policy -> {});
        for (int i = 0; i < 4; i++) {
            adopt("key-" + i, "t" + i);
        }

        ready("w", 4, WORKER_PROTOCOL);

        assertThat(pool.out().stream().map(pool::out).map(Batch::getQuantumMs))
                .as("three wait behind the first turn, beside three free slots; none behind the last")
                .containsExactly(100L, 100L, 100L, 100L);
    }

    @Test
    void shouldGrantNoLongTurnAgainstThePolicyOrToAWorkerThatReportsWholeBatches() {
        open(policy -> policy.setTurnMsMax(300L));
        ready("w", 4, WORKER_PROTOCOL);
        adopt("a", "t1");
        assertThat(pool.out("a").getQuantumMs()).isEqualTo(300);

        pool.policy(policy -> policy.setStateless(true).setQuantumMs(0));
        adopt("b", "t2");
        assertThat(pool.out("b").getQuantumMs()).isZero();

        pool.policy(policy -> policy.setStateless(true));
        pool.say(TestPool.worker("w", new WorkerReady(4, "another life", 0)));
        adopt("c", "t3");
        assertThat(pool.out("c").getQuantumMs()).isEqualTo(100);
    }

    @Test
    void shouldKeepATurnWhoseWorkerGoesOn() {
        // given a batch of three
        open(policy -> policy.setStates(true));
        ready("w", 2, WORKER_PROTOCOL);
        adopt("s", "t0");
        for (int i = 1; i <= 3; i++) {
            adopt("s", "t" + i);
        }
        join(reports());
        Batch batch = pool.out("s");
        assertThat(batch.getTransactions()).hasSize(3);

        // when the worker reports one after the other
        List<Decision> first = part(batch, 0, 1, 100, true);
        List<Decision> second = part(batch, 1, 2, 200, true);

        // then only receipts come, and the next report counts from there
        assertThat(TestPool.said(first)).containsExactly("w executed s: [t1]");
        assertThat(((ReceiptsCommitted) first.get(0).value())
                        .getBatches()
                        .get(0)
                        .getContinues())
                .isTrue();
        assertThat(TestPool.said(second)).containsExactly("w executed s: [t2]");
        assertThat(TestPool.said(part(batch, 0, 1, 300, true))).contains("RECEIPTS_MISMATCH");
        assertThat(pool.out("s").getTransactions())
                .extracting(Transaction::getId)
                .containsExactly("t3");
    }

    @Test
    void shouldCutABatchToWhatThePartsOfATurnExecuted() {
        // given a turn that executes a tenth of what the one before did
        open(policy -> {});
        ready("w", 2, WORKER_PROTOCOL);
        for (int i = 0; i < 2_000; i++) {
            adopt("s", "t" + i);
        }
        part(pool.out("s"), 0, 1, 1, false);
        part(pool.out("s"), 0, 1, 1_000, false);
        Batch batch = pool.out("s");
        assertThat(batch.getBatch()).as("the first of another turn").isEqualTo(1);
        assertThat(batch.getTransactions()).hasSize(1_000);

        // when
        for (int i = 0; i < 10; i++) {
            part(batch, 10 * i, 10 * (i + 1), 100L * (i + 1), i < 9);
        }

        // then each part counts for an eighth, and the next turn of a second has a tenth more
        double pace = 100 + 900 * Math.pow(7 / 8.0, 10);
        assertThat(pool.out("s").getTransactions().size()).isCloseTo((int) (1.1 * pace), within(10));
    }

    @Test
    void shouldCountTheTimeOutOfABatchFromItsLastReport() {
        open(policy -> policy.setBatchTimeoutMs(1_000).setStates(true));
        ready("w", 2, WORKER_PROTOCOL);
        adopt("s", "t0");
        adopt("s", "t1");
        adopt("s", "t2");
        join(reports());
        Batch batch = pool.out("s");
        time += 900;
        part(batch, 0, 1, 900, true);
        time += 900;

        assertThat(TestPool.said(part(batch, 1, 2, 1_800, false)))
                .as("neither is late")
                .containsExactly("s IDLE DRAINED", "w executed s: [t2]");
    }

    /** Reports a part of a batch. */
    private List<Decision> part(Batch batch, int from, int to, long elapsedMs, boolean continues) {
        BatchExecuted whole = report(batch, ReceiptStatus.SUCCEEDED);
        return join(List.of(BatchExecuted.newBuilder(whole)
                .setReceipts(whole.getReceipts().subList(from, to))
                .setElapsedMs(elapsedMs)
                .setContinues(continues)
                .build()));
    }

    @Test
    void shouldEndTheTurnsForWhoseReportsThereIsNoRoom() {
        // given turns whose dead letters exceed a step
        open(policy -> policy.setBatchBytesMax(900_000).setStates(true));
        ready("w", 20, WORKER_PROTOCOL);
        for (int i = 0; i < 20; i++) {
            pool.say(TestPool.transaction("key-" + i, "t", 880_000));
        }
        assertThat(pool.out()).hasSize(20);

        // when
        List<BatchExecuted> reports = new ArrayList<>();
        pool.out().forEach(shard -> reports.add(report(pool.out(shard), ReceiptStatus.INVALID)));
        List<String> said = TestPool.said(join(reports));

        // then the others come again, and no loss counts
        assertThat(said).containsOnlyOnce("REPORT_TOO_LARGE");
        long dead = said.stream().filter(one -> one.contains("dead: INVALID")).count();
        assertThat(dead).isBetween(9L, 11L);
        assertThat(said.stream().filter(one -> one.endsWith("PENDING REPORT_INVALID")))
                .hasSize((int) (20 - dead));
        assertThat(pool.out().stream().map(pool::out)).allMatch(batch -> batch.getAttempt() == 1);
    }

    /** A payload above the policy's limit is a batch of its own, and counts in the record that batches share. */
    @Test
    void shouldNotJoinBatchesWhoseRecordWouldBeTooLarge() {
        open(policy -> policy.setBatchBytesMax(100));
        for (int i = 0; i < 10; i++) {
            pool.say(TestPool.transaction("key-" + i, "t", 600_000));
        }

        ready("w", 10, WORKER_PROTOCOL);

        assertThat(pool.out()).hasSize(10);
    }

    @Test
    void shouldRejectEachReportForItself() {
        open(policy -> {});
        ready("w", 4, WORKER_PROTOCOL);
        for (int i = 0; i < 3; i++) {
            adopt("key-" + i, "t" + i);
        }
        List<BatchExecuted> reports = new ArrayList<>(reports());
        reports.set(1, BatchExecuted.newBuilder(reports.get(1)).setToken(99L).build());
        reports.set(2, BatchExecuted.newBuilder(reports.get(2)).setBatch(7).build());

        assertThat(TestPool.said(join(reports)))
                .containsExactly("STALE_TOKEN", "BATCH_OUT_OF_ORDER", "w executed key-0: [t0]");
    }

    @Test
    void shouldSayWhichProtocolAnIncarnationMaySpeak() {
        open(policy -> {});
        WorkerEvent newest = TestPool.worker("w", new WorkerReady(1, "life", 7));

        assertThat(pool.decide(newest).get(0).value())
                .hasFieldOrPropertyWithValue("protocol", 1)
                .hasFieldOrPropertyWithValue("kind", WorkerChangeKind.READY);
    }
}
