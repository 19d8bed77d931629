package dev.rota.worker.execute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Limits;
import dev.rota.shards.BatchExecuted;
import dev.rota.shards.Receipt;
import dev.rota.shards.ReceiptStatus;
import dev.rota.shards.WorkerLeft;
import dev.rota.shards.WorkerReady;
import dev.rota.stream.SharedCluster;
import dev.rota.trials.Full;
import dev.rota.worker.Blocks;
import dev.rota.worker.TransactionHandler;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests a worker of a stateless pool on a real broker. The test acts as its scheduler. */
@Tag("broker")
class StatelessWorkerTest {

    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private static SharedCluster cluster;

    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private ScriptedPool pool;

    private final CountDownLatch started = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private final ConcurrentLinkedQueue<String> handled = new ConcurrentLinkedQueue<>();

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
    void shouldReportEachTransactionWithoutTheBlocksBefore() throws Exception {
        pool.start(1, (batch, transaction) -> switch (transaction.getId()) {
            case "wrong" -> new Receipt("wrong", ReceiptStatus.INVALID, "not an order", null);
            default -> new Receipt(transaction.getId(), ReceiptStatus.SUCCEEDED, "", transaction.getPayload());
        });

        pool.batch("a", 7, 3, 41, "t1", "wrong", "t2");

        BatchExecuted report = pool.report(7, 3);
        assertThat(report.getError()).isNull();
        assertThat(report.getStateDiff()).isEmpty();
        assertThat(report.getReceipts())
                .containsExactly(
                        new Receipt("t1", ReceiptStatus.SUCCEEDED, "", Blocks.bytes("t1")),
                        new Receipt("wrong", ReceiptStatus.INVALID, "not an order", null),
                        new Receipt("t2", ReceiptStatus.SUCCEEDED, "", Blocks.bytes("t2")));
    }

    @Test
    @Full
    void shouldTakeMoreTurnsWhereTheyTakeLittle() throws Exception {
        pool.start(2, (batch, transaction) -> Blocks.succeeded(transaction.getId()));

        pool.batch("a", 1, 1, 0, "t1");
        pool.report(1);

        ScriptedPool.until(
                "takes more", () -> pool.said(WorkerReady.class).stream().anyMatch(one -> one.getSlots() > 2));
        assertThat(pool.said(WorkerReady.class).get(0).getSlots()).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource(names = {"RETRY", "FAILED"})
    @Full
    void shouldEndAReportWithWhatIsTriedAgain(ReceiptStatus again) throws Exception {
        ShardWorker worker = pool.start(1, (batch, transaction) -> {
            handled.add(transaction.getId());
            return transaction.getId().equals("t2")
                    ? new Receipt("t2", again, "busy", null)
                    : Blocks.succeeded(transaction.getId());
        });

        pool.batch("a", 1, 1, 0, "t1", "t2", "t3");

        assertThat(pool.report(1).getReceipts())
                .containsExactly(Blocks.succeeded("t1"), new Receipt("t2", again, "busy", null));
        assertThat(handled).containsExactly("t1", "t2");
        assertThat(worker.figures().failed()).isEqualTo(again == ReceiptStatus.FAILED ? 1 : 0);
    }

    @Test
    void shouldReportAnExceptionAsAFailedAttempt() throws Exception {
        pool.start(1, (batch, transaction) -> switch (transaction.getId()) {
            case "none" -> throw new IllegalStateException();
            case "long" -> throw new IllegalStateException("x".repeat(10_000));
            case "half" -> throw new IllegalStateException("\ud800");
            case "huge" ->
                new Receipt(
                        "huge", ReceiptStatus.SUCCEEDED, "", ByteBuffer.allocate(TransactionRun.OUTPUT_BYTES_MAX + 1));
            case "interrupt" -> {
                Thread.currentThread().interrupt();
                throw new InterruptedException("by itself");
            }
            default -> Blocks.succeeded(transaction.getId());
        });

        List<String> ids = List.of("none", "long", "half", "huge", "interrupt");
        for (int i = 0; i < ids.size(); i++) {
            pool.batch("s" + i, i + 1, 1, 0, ids.get(i));
        }
        pool.batch("s9", 9, 1, 0, "fine");

        assertThat(pool.report(9).getReceipts()).containsExactly(Blocks.succeeded("fine"));
        for (int i = 0; i < ids.size(); i++) {
            BatchExecuted report = pool.report(i + 1);
            assertThat(report.getError()).isNull();
            assertThat(report.getReceipts()).extracting(Receipt::getStatus).containsExactly(ReceiptStatus.FAILED);
        }
        assertThat(reason(1)).isEqualTo("java.lang.IllegalStateException");
        assertThat(reason(2)).hasSize(Limits.MESSAGE_CHARS_MAX).startsWith("java.lang.IllegalStateException: xxx");
        assertThat(reason(3)).isEqualTo("java.lang.IllegalStateException: ?");
        assertThat(reason(4)).contains("expected an output of at most 225000 bytes, but it has 225001");
        assertThat(reason(5)).contains("by itself");
    }

    private String reason(long token) {
        return pool.report(token).getReceipts().get(0).getReason();
    }

    @Test
    @Full
    void shouldReportEarlyWhenOutputsAreLarge() throws Exception {
        pool.start(
                1,
                (batch, transaction) -> new Receipt(
                        transaction.getId(),
                        ReceiptStatus.SUCCEEDED,
                        "",
                        ByteBuffer.allocate(TransactionRun.OUTPUT_BYTES_MAX)));

        pool.batch("a", 1, 1, 0, "1", "2", "3", "4", "5");

        assertThat(pool.report(1).getReceipts())
                .extracting(Receipt::getTransaction)
                .containsExactly("1", "2");
    }

    @Test
    void shouldStopATurnThatIsLost() throws Exception {
        // given
        CountDownLatch interrupted = new CountDownLatch(1);
        pool.start(2, (batch, transaction) -> {
            handled.add(batch.getToken() + " " + transaction.getId());
            if (batch.getToken() == 1) {
                try {
                    started.countDown();
                    released.await();
                } catch (InterruptedException e) {
                    interrupted.countDown();
                }
            }
            return Blocks.succeeded(transaction.getId());
        });
        pool.batch("a", 1, 1, 0, "t1", "t2");
        started.await();

        // when
        pool.batch("a", 2, 1, 0, "t1", "t2");

        // then
        interrupted.await();
        assertThat(pool.report(1).getError()).startsWith("superseded");
        assertThat(pool.report(2).getReceipts()).hasSize(2);
        assertThat(handled).containsExactlyInAnyOrder("1 t1", "2 t1", "2 t2");
    }

    /** Returns a handler that holds transaction t2. */
    private TransactionHandler holding() {
        return (batch, transaction) -> {
            handled.add(transaction.getId());
            if (transaction.getId().equals("t2")) {
                started.countDown();
                released.await();
            }
            return Blocks.succeeded(transaction.getId());
        };
    }

    @Test
    @Full
    void shouldFinishTheCurrentTransactionWhenItIsClosed() throws Exception {
        // given
        ShardWorker worker = pool.start(1, holding());
        pool.batch("a", 1, 1, 0, "t1", "t2", "t3");
        started.await();

        // when
        Thread closing = new Thread(worker::close);
        closing.start();
        ScriptedPool.until("drains", () -> pool.said(WorkerReady.class).stream().anyMatch(one -> one.getSlots() == 0));
        pool.batch("b", 2, 1, 0, "t4");
        released.countDown();
        closing.join();

        // then
        ScriptedPool.until("left", () -> !pool.said(WorkerLeft.class).isEmpty());
        assertThat(pool.report(1).getReceipts()).containsExactly(Blocks.succeeded("t1"), Blocks.succeeded("t2"));
        assertThat(handled).containsExactly("t1", "t2");
        assertThat(last()).isInstanceOf(WorkerLeft.class);
    }

    @Test
    @Full
    void shouldReportWhatIsFinishedWhenItDoesNotWaitAnyLonger() throws Exception {
        // given
        ShardWorker worker = pool.start(1, holding());
        pool.batch("a", 1, 1, 0, "t1", "t2", "t3");
        started.await();

        // when
        worker.close();

        // then
        ScriptedPool.until("left", () -> !pool.said(WorkerLeft.class).isEmpty());
        assertThat(pool.said(BatchExecuted.class)).hasSize(1);
        assertThat(pool.report(1).getError()).isNull();
        assertThat(pool.report(1).getReceipts()).containsExactly(Blocks.succeeded("t1"));
        assertThat(last()).isInstanceOf(WorkerLeft.class);
    }

    private SpecificRecord last() {
        List<SpecificRecord> said = pool.said();
        return said.get(said.size() - 1);
    }
}
