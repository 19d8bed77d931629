package dev.rota.stream;

import dev.rota.engine.Nullable;
import dev.rota.shards.BlockEnvironment;
import dev.rota.shards.Transaction;
import dev.rota.worker.Execution;
import dev.rota.worker.ParentState;
import dev.rota.worker.TransactionExecutor;
import java.util.List;

/** Fails every batch, as on a machine with a full disk. */
public final class SickExecutor implements TransactionExecutor {

    @Override
    public Execution execute(
            ParentState state, @Nullable BlockEnvironment environment, List<Transaction> transactions) {
        throw new IllegalStateException("the disk is full");
    }
}
