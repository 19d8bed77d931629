package dev.rota.worker.execute;

import dev.rota.engine.Limits;
import dev.rota.engine.Nullable;
import dev.rota.serde.RegistryRefused;
import dev.rota.shards.Batch;
import dev.rota.shards.BatchExecuted;
import dev.rota.shards.Transaction;
import dev.rota.worker.Execution;
import dev.rota.worker.ParentState;
import dev.rota.worker.TransactionExecutor;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Executes batches with the user's executor and builds their reports. Any exception that the executor throws fails its
 * batch. An {@link Error} is passed on, since the process may no longer be usable.
 */
final class BatchRun {

    /**
     * An encoded report.
     *
     * @param receipts the number of receipts
     * @param error why the batch could not be executed, or null if it was
     */
    record Report(byte[] bytes, int receipts, @Nullable String error) {}

    private final TransactionExecutor executor;
    private final WorkerEventSender sender;

    BatchRun(TransactionExecutor executor, WorkerEventSender sender) {
        this.executor = executor;
        this.sender = sender;
    }

    /**
     * Executes a batch on a state. If the report is too large for the log, a shorter prefix of the batch is executed
     * instead, since only executing it yields the state after it.
     */
    Report report(BatchTask task, ParentState state) throws InterruptedException {
        List<Transaction> transactions = task.batch().getTransactions();
        while (true) {
            Outcome outcome = execute(task.batch(), state, transactions);
            if (outcome.execution == null) {
                return failure(task, outcome.error);
            }
            byte[] bytes;
            try {
                bytes = sender.encode(executed(task, outcome.execution, null));
            } catch (RegistryRefused e) {
                throw e;
            } catch (RuntimeException e) {
                return failure(task, "expected receipts and a state difference, but they cannot be written: " + e);
            }
            if (bytes.length <= Limits.LOG_RECORD_BYTES_MAX) {
                return new Report(bytes, outcome.execution.receipts().size(), null);
            }
            if (transactions.size() == 1) {
                return failure(
                        task,
                        "expected a report of at most " + Limits.LOG_RECORD_BYTES_MAX
                                + " bytes, but that of transaction "
                                + transactions.get(0).getId() + " alone has " + bytes.length);
            }
            transactions = transactions.subList(0, transactions.size() / 2);
        }
    }

    /** Returns the report of a failed batch. */
    Report failure(BatchTask task, String why) throws InterruptedException {
        String error = Limits.message(why);
        return new Report(sender.encode(executed(task, new Execution(List.of(), List.of()), error)), 0, error);
    }

    /** The result of an executor, or why there is none. */
    private record Outcome(@Nullable Execution execution, String error) {}

    private Outcome execute(Batch batch, ParentState state, List<Transaction> transactions) {
        try {
            Execution execution = executor.execute(state, batch.getEnvironment(), transactions);
            return new Outcome(execution, "expected receipts and a state difference, but the executor returned null");
        } catch (Exception e) {
            // checked exceptions too: user code may throw what it does not declare
            return new Outcome(null, e.getMessage() == null ? e.getClass().getName() : e.toString());
        } finally {
            // the interrupt was meant for the executor, or came from it: it must not affect the report
            Thread.interrupted();
        }
    }

    private BatchExecuted executed(BatchTask task, Execution execution, @Nullable String error) {
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
