package dev.rota.worker.execute;

import dev.rota.engine.Limits;
import dev.rota.engine.Nullable;
import dev.rota.shards.Batch;
import dev.rota.shards.BatchExecuted;
import dev.rota.shards.Receipt;
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

    /** Returns whether a worker may report a part of a batch and go on with it. */
    boolean mayContinue() {
        return sender.isJoining();
    }

    /** Returns the report of an executed batch. */
    Report executed(BatchTask task, Execution execution, @Nullable String failed) throws InterruptedException {
        return report(event(task, execution, null, false), failed);
    }

    /** Returns the report of a batch's first transactions, while the worker goes on with the others. */
    Report progress(BatchTask task, List<Receipt> receipts) throws InterruptedException {
        return report(event(task, new Execution(receipts, List.of()), null, true), null);
    }

    /** Returns the report of a failed batch. */
    Report failure(BatchTask task, String why) throws InterruptedException {
        String error = Limits.message(why);
        return report(event(task, new Execution(List.of(), List.of()), error, false), error);
    }

    private Report report(BatchExecuted event, @Nullable String error) throws InterruptedException {
        return new Report(event, sender.encode(event).length, error);
    }

    private BatchExecuted event(BatchTask task, Execution execution, @Nullable String error, boolean continues) {
        Batch batch = task.batch();
        return BatchExecuted.newBuilder()
                .setShard(batch.getShard())
                .setToken(batch.getToken())
                .setBatch(batch.getBatch())
                .setElapsedMs(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - task.turnSince()))
                .setReceipts(execution.receipts())
                .setStateDiff(execution.stateDiff())
                .setError(error)
                .setIncarnation(sender.incarnation())
                .setContinues(continues)
                .build();
    }
}
