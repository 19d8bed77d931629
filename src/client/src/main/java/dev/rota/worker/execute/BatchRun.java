package dev.rota.worker.execute;

import dev.rota.engine.Limits;
import dev.rota.engine.Nullable;
import dev.rota.serde.RegistryRefused;
import dev.rota.shards.Batch;
import dev.rota.shards.Transaction;
import dev.rota.worker.Execution;
import dev.rota.worker.ParentState;
import dev.rota.worker.TransactionExecutor;
import dev.rota.worker.execute.TaskReports.Report;
import dev.rota.worker.state.ShardStates;
import java.util.List;

/**
 * Executes batches with the user's executor, each as a whole. Any exception that the executor throws fails its
 * batch. An {@link Error} is passed on, since the process may no longer be usable.
 */
final class BatchRun implements TaskRun {

    private final TransactionExecutor executor;
    private final ShardStates states;
    private final TaskReports reports;

    BatchRun(TransactionExecutor executor, ShardStates states, TaskReports reports) {
        this.executor = executor;
        this.states = states;
        this.reports = reports;
    }

    /**
     * Executes a batch on the state of its shard. If the report is too large for the log, a shorter prefix of the batch is executed
     * instead, since only executing it yields the state after it.
     */
    @Override
    public Report run(BatchTask task, Progress progress) throws InterruptedException {
        ParentState state = states.view(task.batch().getShard(), task.batch().getParentHeight());
        List<Transaction> transactions = task.batch().getTransactions();
        while (true) {
            Outcome outcome = execute(task.batch(), state, transactions);
            if (outcome.execution == null) {
                return reports.failure(task, outcome.error);
            }
            Report report;
            try {
                report = reports.executed(task, outcome.execution, null);
            } catch (RegistryRefused e) {
                throw e;
            } catch (RuntimeException e) {
                return reports.failure(
                        task, "expected receipts and a state difference, but they cannot be written: " + e);
            }
            if (report.bytes() <= Limits.LOG_RECORD_BYTES_MAX) {
                return report;
            }
            if (transactions.size() == 1) {
                return reports.failure(
                        task,
                        "expected a report of at most " + Limits.LOG_RECORD_BYTES_MAX
                                + " bytes, but that of transaction "
                                + transactions.get(0).getId() + " alone has " + report.bytes());
            }
            transactions = transactions.subList(0, transactions.size() / 2);
        }
    }

    /** Returns null, since only an executor that has returned has a result. */
    @Override
    public @Nullable Report finished(BatchTask task) {
        return null;
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
}
