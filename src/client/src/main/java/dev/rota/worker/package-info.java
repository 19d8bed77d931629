/**
 * The client side of the shard scheduler. A user implements a {@link dev.rota.worker.TransactionExecutor}; {@link
 * dev.rota.worker.Ledger} is the built-in one.
 *
 * <p>{@link dev.rota.worker.state} follows the latest state of a pool's shards, {@link dev.rota.worker.execute}
 * executes batches on it, and {@link dev.rota.worker.verify} executes the whole history again and compares the results.
 */
package dev.rota.worker;
