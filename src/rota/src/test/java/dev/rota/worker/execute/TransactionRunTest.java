package dev.rota.worker.execute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.shards.Batch;
import dev.rota.shards.BatchExecuted;
import dev.rota.shards.Receipt;
import dev.rota.shards.ReceiptStatus;
import dev.rota.shards.ShardsTopics;
import dev.rota.shards.WorkerEvent;
import dev.rota.worker.Blocks;
import dev.rota.worker.TransactionHandler;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.RoundRobinPartitioner;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

/** Tests how many transactions of a batch are in a report. */
class TransactionRunTest {

    private static final TaskRun.Progress NONE = report -> {
        throw new AssertionError("expected no report of a part, but there is " + report);
    };

    private final WrittenEvents written = new WrittenEvents();
    private final WorkerEventSender sender = new WorkerEventSender(
            WorkerTerms.of(Blocks.POOL, "w", 1, true),
            ShardsTopics.WORKERS,
            written,
            new MockProducer<>(true, new RoundRobinPartitioner(), new ByteArraySerializer(), new ByteArraySerializer()),
            failure -> {
                throw new AssertionError(failure);
            });
    private final TaskReports reports = new TaskReports(sender);
    private final AtomicInteger handled = new AtomicInteger();
    private final List<String> counted = new ArrayList<>();
    private boolean leaving;

    @Test
    void shouldReportAfterOneTransactionWhenTheQuantumIsOver() throws InterruptedException {
        BatchExecuted report = report(task(100, 101));

        assertThat(report.getReceipts()).hasSize(1);
        assertThat(report.getElapsedMs()).isGreaterThanOrEqualTo(101);
    }

    @Test
    void shouldReportAWholeBatchWithinTheQuantum() throws InterruptedException {
        assertThat(report(task(1_000_000, 101)).getReceipts()).hasSize(3);
    }

    @Test
    void shouldReportAWholeBatchOfATurnWithoutQuantum() throws InterruptedException {
        assertThat(report(task(0, 101)).getReceipts()).hasSize(3);
    }

    @Test
    void shouldReportNothingIfItLeavesBeforeTheFirst() throws InterruptedException {
        leaving = true;

        assertThat(run().run(task(100, 0), NONE)).isNull();

        assertThat(handled).hasValue(0);
    }

    @Test
    void shouldHandleNothingOfALostTurn() throws InterruptedException {
        BatchTask task = task(100, 0);
        task.lost = true;

        assertThat(run().run(task, NONE)).isNull();

        assertThat(handled).hasValue(0);
    }

    /** Also what its handler returns too late, and an output that is too large for its receipt. */
    @Test
    void shouldCountWhatItHandles() throws InterruptedException {
        BatchTask task = task(0, 0);
        TransactionRun run = run((batch, transaction) -> {
            int size = transaction.getId().equals("2") ? TransactionRun.OUTPUT_BYTES_MAX + 1 : 1;
            return new Receipt(transaction.getId(), ReceiptStatus.SUCCEEDED, "", ByteBuffer.allocate(size));
        });
        TransactionRun late = run((batch, transaction) -> {
            task.lost = true;
            return Blocks.succeeded(transaction.getId());
        });

        assertThat(run.run(task, NONE)).isNotNull();
        assertThat(late.run(task, NONE)).isNull();

        assertThat(counted).containsExactly("SUCCEEDED", "FAILED", "null");
    }

    /** A large output is a part of its own, so that this needs no time to pass. */
    @Test
    void shouldReportAPartAndGoOnOnceThePoolReadsThat() throws InterruptedException {
        sender.speak(1);
        List<BatchExecuted> parts = new ArrayList<>();

        BatchExecuted last = Objects.requireNonNull(large().run(task(1_000_000, 0), part -> parts.add(part.event())))
                .event();

        assertThat(parts).hasSize(1).allMatch(BatchExecuted::getContinues);
        assertThat(parts.get(0).getReceipts())
                .extracting(Receipt::getTransaction)
                .containsExactly("1", "2");
        assertThat(last.getReceipts()).extracting(Receipt::getTransaction).containsExactly("3");
        assertThat(last.getContinues()).isFalse();
    }

    @Test
    void shouldEndABatchWithAPartIfThePoolReadsNoOthers() throws InterruptedException {
        BatchExecuted last =
                Objects.requireNonNull(large().run(task(1_000_000, 0), NONE)).event();

        assertThat(last.getReceipts()).extracting(Receipt::getTransaction).containsExactly("1", "2");
    }

    @Test
    void shouldHandleNothingMoreOnceItHasLeftWithAPart() throws InterruptedException {
        sender.speak(1);
        BatchTask task = task(1_000_000, 0);
        List<BatchExecuted> parts = new ArrayList<>();

        var unused = large().run(task, part -> {
            parts.add(part.event());
            task.lost = true;
        });

        assertThat(parts).hasSize(1);
        assertThat(large().finished(task)).isNull();
        assertThat(handled).hasValue(2);
    }

    /** Returns runs whose handler returns outputs of which two exceed a part. */
    private TransactionRun large() {
        return run((batch, transaction) -> {
            handled.incrementAndGet();
            return new Receipt(
                    transaction.getId(),
                    ReceiptStatus.SUCCEEDED,
                    "",
                    ByteBuffer.allocate(TransactionRun.OUTPUT_BYTES_MAX));
        });
    }

    private TransactionRun run() {
        return run((batch, transaction) -> {
            handled.incrementAndGet();
            return Blocks.succeeded(transaction.getId());
        });
    }

    private TransactionRun run(TransactionHandler handler) {
        return new TransactionRun(
                handler, reports, () -> leaving, (status, elapsedNs) -> counted.add(String.valueOf(status)));
    }

    private BatchExecuted report(BatchTask task) throws InterruptedException {
        Objects.requireNonNull(run().run(task, NONE));
        WorkerEvent event = (WorkerEvent) written.all().get(0);
        return (BatchExecuted) event.getEvent();
    }

    /** Returns a batch of three transactions. */
    private static BatchTask task(long quantumMs, long elapsedMs) {
        Batch batch = Batch.newBuilder()
                .setPool(Blocks.POOL)
                .setWorker("w")
                .setShard("a")
                .setToken(1L)
                .setBatch(1)
                .setQuantumMs(quantumMs)
                .setParentHeight(0L)
                .setTransactions(List.of(
                        Blocks.transaction("a", "1", ""),
                        Blocks.transaction("a", "2", ""),
                        Blocks.transaction("a", "3", "")))
                .build();
        return new BatchTask(batch, 1, System.nanoTime() - TimeUnit.MILLISECONDS.toNanos(elapsedMs));
    }
}
