package dev.rota.worker.execute;

import dev.rota.engine.Nullable;
import dev.rota.shards.BlockEnvironment;
import dev.rota.shards.Transaction;
import dev.rota.worker.Blocks;
import dev.rota.worker.Execution;
import dev.rota.worker.ParentState;
import dev.rota.worker.TransactionExecutor;
import java.util.Arrays;
import java.util.List;

/** Fails in the way that the batch's first transaction names. */
public final class MisbehavingExecutor implements TransactionExecutor {

    @Override
    @SuppressWarnings("NullAway") // users' code may do this if compiled without NullAway
    public Execution execute(ParentState state, @Nullable BlockEnvironment environment, List<Transaction> transactions)
            throws Exception {
        String asked = transactions.get(0).getId();
        return switch (asked) {
            case "throw" -> throw new IllegalStateException("as asked");
            case "error" -> throw new AssertionError("as asked");
            case "overflow" -> execute(state, environment, transactions);
            case "null" -> null;
            case "garbage" -> new Execution(Arrays.asList(Blocks.succeeded(asked), null), List.of());
            case "wrong" -> new Execution(List.of(Blocks.succeeded("nobody's")), List.of());
            case "interrupt" -> {
                Thread.currentThread().interrupt();
                throw new InterruptedException("as asked");
            }
            default -> new Execution(List.of(Blocks.succeeded(asked)), List.of());
        };
    }
}
