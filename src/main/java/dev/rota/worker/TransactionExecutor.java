package dev.rota.worker;

import dev.rota.engine.Nullable;
import dev.rota.shards.BlockEnvironment;
import dev.rota.shards.Transaction;
import java.util.List;

/**
 * Executes transactions: what a user of the shard scheduler writes. The verb {@code worker} makes one with a public
 * constructor without parameters, and calls it from all of its threads.
 *
 * <ul>
 *   <li>It is called on one of the worker's dedicated threads, for many shards at once, and never for two batches of one
 *       shard at once; except that a batch whose turn was lost may still run when the shard's next one comes. Its thread
 *       is interrupted then, and its result counts for nothing.
 *   <li>It is deterministic: the same state, environment and transactions give the same receipts and difference, on any
 *       machine and at any time, for blocks are verified by executing them again. It has no effect elsewhere, for a
 *       batch may be executed again, and a shorter beginning of it too.
 *   <li>The receipts are those of the first transactions of the batch, at least of one, in order. The others stay
 *       pending, and come again in a later batch: so an executor keeps to a limit of its own.
 *   <li>An exception or error is a failed batch, with its message. To refuse one transaction, answer INVALID for it.
 * </ul>
 */
public interface TransactionExecutor {

    /**
     * Executes a batch.
     *
     * @param state the shard before the batch; valid only until the call returns
     * @param environment the pool's environment when the batch was cut; null if it had none yet
     * @param transactions the batch, at least one
     */
    Execution execute(ParentState state, @Nullable BlockEnvironment environment, List<Transaction> transactions)
            throws Exception;
}
