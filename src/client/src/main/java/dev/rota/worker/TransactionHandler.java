package dev.rota.worker;

import dev.rota.shards.Batch;
import dev.rota.shards.Receipt;
import dev.rota.shards.Transaction;

/**
 * Handles the transactions of a stateless pool, whose results depend on the transaction alone. Called on the worker's
 * threads, for many shards at once, but for one transaction of a shard at a time. The exception is a transaction whose
 * turn was lost: its thread is interrupted, and its result is discarded, but it may still run when the shard's next turn
 * begins.
 */
@FunctionalInterface
public interface TransactionHandler {

    /**
     * Handles a transaction and returns its receipt. An exception is a failed attempt, a FAILED receipt with its text.
     *
     * @param batch the batch of the transaction, whose token is the turn's
     */
    Receipt handle(Batch batch, Transaction transaction) throws Exception;
}
