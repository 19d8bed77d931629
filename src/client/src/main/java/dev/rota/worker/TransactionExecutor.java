package dev.rota.worker;

import dev.rota.engine.Nullable;
import dev.rota.shards.BlockEnvironment;
import dev.rota.shards.Transaction;
import java.util.List;

/**
 * Executes transactions. A user of the shard scheduler implements it. The verb {@code worker} creates an instance with the
 * public constructor without parameters, and calls it from all of its threads.
 *
 * <ul>
 *   <li>It is called on the worker's dedicated threads, for many shards at once, but for one batch of a shard at a time.
 *       The exception is a batch whose turn was lost: it may still run when the shard's next one begins. Its thread is
 *       interrupted, and its result is discarded.
 *   <li>It must be deterministic: the same state, environment and transactions give the same receipts and difference, on
 *       any machine and at any time, since blocks are verified by executing them again. It must have no other effect, since
 *       a batch or the beginning of one may be executed again.
 *   <li>The receipts are those of the first transactions of the batch, at least of one, in order. The others stay pending
 *       for a later batch, so an executor may stop at a limit of its own.
 *   <li>An exception or error fails the batch, with its message. To reject one transaction, return an INVALID receipt.
 * </ul>
 */
public interface TransactionExecutor {

    /**
     * Executes a batch.
     *
     * @param state the state of the shard before the batch, valid until the call returns
     * @param environment the pool's environment when the batch was cut, or null if it had none yet
     * @param transactions the transactions of the batch, at least one
     */
    Execution execute(ParentState state, @Nullable BlockEnvironment environment, List<Transaction> transactions)
            throws Exception;
}
