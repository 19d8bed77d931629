package dev.rota.cli.shards;

import dev.rota.engine.Nullable;
import dev.rota.shards.BlockEnvironment;
import dev.rota.shards.Receipt;
import dev.rota.shards.ReceiptStatus;
import dev.rota.shards.Transaction;
import dev.rota.worker.Execution;
import dev.rota.worker.Ledger;
import dev.rota.worker.ParentState;
import dev.rota.worker.TransactionExecutor;
import java.util.List;

/** Executes transfers without reverting any. */
public final class GenerousExecutor implements TransactionExecutor {

    @Override
    public Execution execute(
            ParentState state, @Nullable BlockEnvironment environment, List<Transaction> transactions) {
        Execution strict = new Ledger().execute(state, environment, transactions);
        return new Execution(
                strict.receipts().stream()
                        .map(receipt -> receipt.getStatus() == ReceiptStatus.REVERTED
                                ? new Receipt(receipt.getTransaction(), ReceiptStatus.SUCCEEDED, "", null)
                                : receipt)
                        .toList(),
                strict.stateDiff());
    }
}
