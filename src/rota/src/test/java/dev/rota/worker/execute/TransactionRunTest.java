package dev.rota.worker.execute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.shards.Batch;
import dev.rota.shards.BatchExecuted;
import dev.rota.shards.ShardsTopics;
import dev.rota.shards.WorkerEvent;
import dev.rota.worker.Blocks;
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

    private final WrittenEvents written = new WrittenEvents();
    private final TaskReports reports = new TaskReports(new WorkerEventSender(
            WorkerTerms.of(Blocks.POOL, "w", 1, true),
            ShardsTopics.WORKERS,
            written,
            new MockProducer<>(true, new RoundRobinPartitioner(), new ByteArraySerializer(), new ByteArraySerializer()),
            failure -> {
                throw new AssertionError(failure);
            }));
    private final AtomicInteger handled = new AtomicInteger();
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

        assertThat(run().run(task(100, 0))).isNull();

        assertThat(handled).hasValue(0);
    }

    @Test
    void shouldHandleNothingOfALostTurn() throws InterruptedException {
        BatchTask task = task(100, 0);
        task.lost = true;

        assertThat(run().run(task)).isNull();

        assertThat(handled).hasValue(0);
    }

    private TransactionRun run() {
        return new TransactionRun(
                (batch, transaction) -> {
                    handled.incrementAndGet();
                    return Blocks.succeeded(transaction.getId());
                },
                reports,
                () -> leaving);
    }

    private BatchExecuted report(BatchTask task) throws InterruptedException {
        Objects.requireNonNull(run().run(task));
        WorkerEvent event = (WorkerEvent) written.all().get(0);
        return (BatchExecuted) event.getEvent();
    }

    /** Returns a batch of three transactions. */
    private static BatchTask task(long quantumMs, long elapsedMs) {
        Batch batch = new Batch(
                Blocks.POOL,
                "w",
                "a",
                1L,
                1,
                quantumMs,
                null,
                0L,
                List.of(
                        Blocks.transaction("a", "1", ""),
                        Blocks.transaction("a", "2", ""),
                        Blocks.transaction("a", "3", "")),
                1,
                List.of());
        return new BatchTask(batch, 1, System.nanoTime() - TimeUnit.MILLISECONDS.toNanos(elapsedMs));
    }
}
