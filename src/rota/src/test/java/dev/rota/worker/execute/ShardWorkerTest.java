package dev.rota.worker.execute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Limits;
import dev.rota.shards.BatchExecuted;
import dev.rota.shards.Receipt;
import dev.rota.shards.ReceiptStatus;
import dev.rota.shards.Transaction;
import dev.rota.shards.WorkerChangeKind;
import dev.rota.shards.WorkerLeft;
import dev.rota.shards.WorkerReady;
import dev.rota.stream.SharedCluster;
import dev.rota.trials.Await;
import dev.rota.trials.Full;
import dev.rota.worker.Blocks;
import dev.rota.worker.Execution;
import dev.rota.worker.Ledger;
import dev.rota.worker.TransactionExecutor;
import dev.rota.worker.state.Head;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a worker on a real broker. The test acts as its scheduler. */
@Tag("broker")
class ShardWorkerTest {

    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private static SharedCluster cluster;

    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private ScriptedPool pool;

    private final CountDownLatch released = new CountDownLatch(1);

    @BeforeAll
    static void startCluster() {
        cluster = new SharedCluster();
    }

    @AfterAll
    static void closeCluster() {
        cluster.close();
    }

    @BeforeEach
    void open() {
        pool = new ScriptedPool(cluster);
    }

    @AfterEach
    void close() throws Exception {
        released.countDown();
        pool.close();
    }

    @Test
    void shouldExecuteOnTheParentWhicheverComesFirst() throws Exception {
        // given
        pool.block("a", 1, Blocks.change("k", "1"));
        pool.start(1, null, reading("k"));

        // when: a batch with a known parent; a batch that waits, with one thread for both shards; its parent
        pool.batch("a", 2, 1, 1, "t1");
        assertThat(output(pool.report(2))).isEqualTo("1");
        pool.batch("a", 2, 2, 2, "t2");
        pool.batch("b", 3, 1, 0, "t3");
        assertThat(output(pool.report(3))).isEqualTo("none");
        assertThat(pool.said(BatchExecuted.class))
                .extracting(BatchExecuted::getBatch)
                .containsExactly(1, 1);
        pool.block("a", 2, Blocks.change("k", "2"));

        // then
        BatchExecuted second = pool.report(2, 2);
        assertThat(output(second)).isEqualTo("2");
        assertThat(second.getElapsedMs()).isGreaterThanOrEqualTo(pool.report(2).getElapsedMs());
        assertThat(second.getError()).isNull();
    }

    @Test
    void shouldReportExceptionsAndInvalidResultsAsFailedBatches() throws Exception {
        // given
        ShardWorker worker = pool.start(1, null, new MisbehavingExecutor());

        // when
        List<String> errors = List.of("throw", "null", "garbage", "interrupt");
        for (int i = 0; i < errors.size(); i++) {
            pool.batch("s" + i, i + 1, 1, 0, errors.get(i));
        }
        pool.batch("s9", 9, 1, 0, "fine");

        // then
        assertThat(pool.report(1).getError()).contains("IllegalStateException: as asked");
        assertThat(pool.report(2).getError()).contains("returned null");
        assertThat(pool.report(3).getError()).contains("cannot be written");
        assertThat(pool.report(4).getError()).contains("InterruptedException");
        assertThat(pool.report(9).getError()).isNull();
        assertThat(worker.figures().failed()).isEqualTo(4);
    }

    /** After an Error the process may be broken. The worker's turns are lost, as after a crash. */
    @ParameterizedTest
    @ValueSource(strings = {"error", "overflow"})
    @Full
    void shouldEndWithoutALeaveOnAnError(String error) throws Exception {
        ShardWorker worker = pool.start(2, null, new MisbehavingExecutor());

        pool.batch("s", 1, 1, 0, error);

        Await.until("the worker has ended", () -> hasEnded(worker));
        assertThat(worker.failure()).startsWith("the executor broke the process, which ends: java.lang.");
        assertThat(pool.said(WorkerLeft.class)).isEmpty();
        assertThat(pool.said(BatchExecuted.class)).isEmpty();
    }

    private static boolean hasEnded(ShardWorker worker) {
        try {
            return worker.await(Duration.ZERO);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    @Full
    void shouldEndWhenAnotherProcessHasTakenItsPlace() throws Exception {
        // given
        ShardWorker worker = pool.start(1, null, new MisbehavingExecutor());
        List<WorkerReady> ready = pool.said(WorkerReady.class);

        // when
        pool.change(WorkerChangeKind.SUPERSEDED, "somebody else's");
        pool.batch("s", 1, 1, 0, "fine");
        pool.report(1);
        assertThat(hasEnded(worker)).isFalse();
        pool.change(WorkerChangeKind.SUPERSEDED, ready.get(0).getIncarnation());

        // then
        Await.until("the worker has ended", () -> hasEnded(worker));
        assertThat(worker.failure()).contains("but another has taken its place");
        assertThat(pool.said(WorkerLeft.class)).isEmpty();
    }

    /** Returns a thread that starts a worker, which waits for its name. */
    private Thread starting(AtomicReference<Throwable> thrown) {
        return new Thread(() -> {
            try {
                pool.start(1, null, new MisbehavingExecutor(), false);
            } catch (Throwable e) {
                thrown.set(e);
            }
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"LOST", "LEFT"})
    @Full
    void shouldWaitForTheEndOfAnotherProcessOfItsName(WorkerChangeKind end) throws Exception {
        // given
        pool.change(WorkerChangeKind.READY, "another");
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread starting = starting(thrown);

        // when
        starting.start();
        pool.change(end, "another");
        starting.join();

        // then
        assertThat(thrown.get()).isNull();
        assertThat(pool.said(WorkerReady.class)).isNotEmpty();
    }

    /** A worker that is gone may still become sick, when others execute batches that failed on it. */
    @Test
    @Full
    void shouldTakeTheNameOfASickWorkerThatIsGone() throws Exception {
        pool.change(WorkerChangeKind.READY, "another");
        pool.change(WorkerChangeKind.LOST, "another");
        pool.change(WorkerChangeKind.SICK, "");

        pool.start(1, null, new MisbehavingExecutor(), false);

        assertThat(pool.said(WorkerReady.class)).isNotEmpty();
    }

    /** The folder of its state is locked, so the process that registered from it has ended. */
    @Test
    @Full
    void shouldNotWaitForItsFormerProcessOnTheSameState(@TempDir Path folder) throws Exception {
        // given
        Path state = folder.resolve("state");
        pool.start(1, state, new MisbehavingExecutor());
        String former = pool.said(WorkerReady.class).get(0).getIncarnation();
        pool.change(WorkerChangeKind.READY, former);
        pool.end();
        int before = pool.said(WorkerReady.class).size();

        // when
        pool.start(1, state, new MisbehavingExecutor(), false);

        // then
        assertThat(pool.said(WorkerReady.class).size()).isGreaterThan(before);
    }

    /** Silence counts only while it is attended, so the other process may keep the name for longer than its timeout. */
    @Test
    @Full
    void shouldNotGiveUpWhileAnotherProcessHasItsName() throws Exception {
        // given
        pool.change(WorkerChangeKind.LEFT, "the one before");
        pool.change(WorkerChangeKind.READY, "another");
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread starting = starting(thrown);

        // when its timeout of 100 ms has passed, and the time in which it should have been announced as lost
        starting.start();
        starting.join(6_000);

        // then
        assertThat(starting.isAlive()).as("it waits, but %s", thrown).isTrue();
        assertThat(pool.said(WorkerReady.class)).isEmpty();
        pool.change(WorkerChangeKind.LOST, "another");
        starting.join();
        assertThat(thrown.get()).isNull();
        assertThat(pool.said(WorkerReady.class)).isNotEmpty();
    }

    @Test
    void shouldReportReceiptsAsTheyAre() throws Exception {
        pool.start(1, null, new MisbehavingExecutor());

        pool.batch("a", 1, 1, 0, "wrong", "other");

        BatchExecuted report = pool.report(1);
        assertThat(report.getError()).isNull();
        assertThat(report.getReceipts()).extracting(Receipt::getTransaction).containsExactly("nobody's");
    }

    @Test
    @Full
    void shouldExecuteAShorterBeginningWhenAReportIsTooLarge() throws Exception {
        // given: each receipt takes a third of a report
        byte[] third = new byte[Limits.LOG_RECORD_BYTES_MAX / 3];
        pool.start(
                1,
                null,
                (state, environment, transactions) -> new Execution(
                        transactions.stream()
                                .map(one -> new Receipt(
                                        one.getId(),
                                        ReceiptStatus.SUCCEEDED,
                                        "",
                                        ByteBuffer.wrap(
                                                one.getId().equals("huge") ? new byte[3 * third.length] : third)))
                                .toList(),
                        List.of(Blocks.change("executed", String.valueOf(transactions.size())))));

        // when
        pool.batch("a", 1, 1, 0, "1", "2", "3", "4", "5");
        pool.batch("b", 2, 1, 0, "huge", "2");

        // then
        BatchExecuted report = pool.report(1);
        assertThat(report.getReceipts()).extracting(Receipt::getTransaction).containsExactly("1", "2");
        assertThat(Blocks.text(
                        Objects.requireNonNull(report.getStateDiff().get(0).getValue())))
                .isEqualTo("2");
        assertThat(pool.report(2).getError()).contains("transaction huge alone has");
    }

    @Test
    @Full
    void shouldGoOnBesideAThreadThatHangsAndLeaveWithoutIt() throws Exception {
        // given
        ShardWorker worker = pool.start(2, null, hanging("hang"));
        pool.batch("a", 1, 1, 0, "hang");
        pool.batch("b", 2, 1, 0, "fine");
        assertThat(pool.report(2).getError()).isNull();

        // when
        worker.close();

        // then
        assertThat(worker.await(Duration.ZERO)).isTrue();
        assertThat(worker.failure()).isNull();
        ScriptedPool.until("left", () -> !pool.said(WorkerLeft.class).isEmpty());
        assertThat(pool.said(BatchExecuted.class))
                .extracting(BatchExecuted::getToken)
                .containsExactly(2L);
    }

    @Test
    @Full
    void shouldReportWhatIsSuperseded() throws Exception {
        // given
        ShardWorker worker = pool.start(2, null, hanging("hang"));
        pool.batch("a", 1, 1, 0, "hang");
        pool.batch("b", 2, 1, 7, "waits");
        ScriptedPool.until(
                "both in hand",
                () -> worker.figures().running() == 1 && worker.figures().waiting() == 1);

        // when
        pool.batch("a", 3, 1, 0, "fine");
        pool.block("b", 4);

        // then
        assertThat(pool.report(3).getError()).isNull();
        assertThat(pool.report(2).getError()).startsWith("superseded");
        assertThat(worker.figures().stuck()).isEqualTo(1);
        released.countDown();
        assertThat(pool.report(1).getError()).startsWith("superseded");
    }

    @Test
    void shouldSendHeartbeatsAndALeave() throws Exception {
        // given
        CountDownLatch executing = new CountDownLatch(1);
        ShardWorker worker = pool.start(3, null, (state, environment, transactions) -> {
            executing.countDown();
            released.await();
            return succeeded(transactions);
        });
        ScriptedPool.until("heartbeats", () -> pool.said(WorkerReady.class).size() > 3);
        pool.batch("a", 1, 1, 0, "t");
        executing.await();

        // when
        Thread closing = new Thread(worker::close);
        closing.start();
        ScriptedPool.until("drains", () -> pool.said(WorkerReady.class).stream().anyMatch(one -> one.getSlots() == 0));
        released.countDown();
        closing.join();

        // then
        ScriptedPool.until("left", () -> !pool.said(WorkerLeft.class).isEmpty());
        List<SpecificRecord> said = pool.said();
        assertThat(said.get(said.size() - 1)).isInstanceOf(WorkerLeft.class);
        assertThat(said).filteredOn(BatchExecuted.class::isInstance).hasSize(1);
        int report = said.indexOf(pool.report(1));
        for (int i = 0; i < said.size() - 1; i++) {
            if (said.get(i) instanceof WorkerReady ready) {
                assertThat(ready.getSlots()).isIn(i < report ? List.of(3, 0) : List.of(0));
            }
        }
        assertThat(pool.said(WorkerReady.class))
                .extracting(WorkerReady::getIncarnation)
                .allMatch(incarnation -> !incarnation.isEmpty())
                .containsOnly(pool.said(WorkerReady.class).get(0).getIncarnation());
    }

    @Test
    @Full
    void shouldStopWhenBlocksDoNotFollowFromOneAnother() throws Exception {
        ShardWorker worker = pool.start(1, null, new Ledger());

        pool.publish(Blocks.after(new Head(4, "x", 1), "a", 1));

        assertThat(worker.await(Duration.ofSeconds(30))).isTrue();
        assertThat(worker.failure()).isEqualTo("expected block 1 of shard a of pool p, but it is block 5");
        ScriptedPool.until("left", () -> !pool.said(WorkerLeft.class).isEmpty());
    }

    private TransactionExecutor hanging(String payload) {
        return (state, environment, transactions) -> {
            while (transactions.get(0).getId().equals(payload) && released.getCount() > 0) {
                Thread.onSpinWait();
            }
            return succeeded(transactions);
        };
    }

    /** Returns an executor that reads an entry and returns its value. */
    private static TransactionExecutor reading(String key) {
        return (state, environment, transactions) -> {
            byte[] value = state.get(Blocks.bytes(key).array());
            ByteBuffer output = value == null ? Blocks.bytes("none") : ByteBuffer.wrap(value);
            return new Execution(
                    transactions.stream()
                            .map(one -> new Receipt(one.getId(), ReceiptStatus.SUCCEEDED, "", output))
                            .toList(),
                    List.of());
        };
    }

    private static Execution succeeded(List<Transaction> transactions) {
        return new Execution(
                transactions.stream().map(one -> Blocks.succeeded(one.getId())).toList(), List.of());
    }

    private static String output(BatchExecuted report) {
        return Blocks.text(Objects.requireNonNull(report.getReceipts().get(0).getOutput()));
    }
}
