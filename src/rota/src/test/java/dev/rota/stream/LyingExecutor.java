package dev.rota.stream;

import dev.rota.engine.Nullable;
import dev.rota.shards.BlockEnvironment;
import dev.rota.shards.Receipt;
import dev.rota.shards.ReceiptStatus;
import dev.rota.shards.Transaction;
import dev.rota.worker.Execution;
import dev.rota.worker.ParentState;
import dev.rota.worker.TransactionExecutor;
import java.util.List;

/** Reports a transaction that is not in the batch. */
public final class LyingExecutor implements TransactionExecutor {

    @Override
    public Execution execute(
            ParentState state, @Nullable BlockEnvironment environment, List<Transaction> transactions) {
        return new Execution(List.of(new Receipt("another", ReceiptStatus.SUCCEEDED, "", null)), List.of());
    }
}
