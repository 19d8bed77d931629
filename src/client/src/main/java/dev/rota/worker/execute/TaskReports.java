package dev.rota.worker.execute;

import dev.rota.engine.Limits;
import dev.rota.engine.Nullable;
import dev.rota.shards.Batch;
import dev.rota.shards.BatchExecuted;
import dev.rota.worker.Execution;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Makes the reports of a worker's batches. */
final class TaskReports {

    /**
     * A report.
     *
     * @param bytes its size in a record of its own
     * @param error why the batch, or its last transaction, could not be executed, or null if it was
     */
    record Report(BatchExecuted event, int bytes, @Nullable String error) {}

    private final WorkerEventSender sender;

    TaskReports(WorkerEventSender sender) {
        this.sender = sender;
    }

    /** Returns the report of an executed batch. */
    Report executed(BatchTask task, Execution execution, @Nullable String failed) throws InterruptedException {
        return report(event(task, execution, null), failed);
    }

    /** Returns the report of a failed batch. */
    Report failure(BatchTask task, String why) throws InterruptedException {
        String error = Limits.message(why);
        return report(event(task, new Execution(List.of(), List.of()), error), error);
    }

    private Report report(BatchExecuted event, @Nullable String error) throws InterruptedException {
        return new Report(event, sender.encode(event).length, error);
    }

    private BatchExecuted event(BatchTask task, Execution execution, @Nullable String error) {
        Batch batch = task.batch();
        return new BatchExecuted(
                batch.getShard(),
                batch.getToken(),
                batch.getBatch(),
                TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - task.turnSince()),
                execution.receipts(),
                execution.stateDiff(),
                error,
                sender.incarnation());
    }
}
