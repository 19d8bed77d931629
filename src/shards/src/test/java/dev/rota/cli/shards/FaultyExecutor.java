package dev.rota.cli.shards;

import dev.rota.engine.Nullable;
import dev.rota.shards.BlockEnvironment;
import dev.rota.shards.Transaction;
import dev.rota.worker.Execution;
import dev.rota.worker.ParentState;
import dev.rota.worker.TransactionExecutor;
import java.util.List;

/** Throws in its constructor. */
public final class FaultyExecutor implements TransactionExecutor {

    public FaultyExecutor() {
        throw new IllegalStateException("no key");
    }

    @Override
    public Execution execute(
            ParentState state, @Nullable BlockEnvironment environment, List<Transaction> transactions) {
        throw new AssertionError("nobody has one");
    }
}
