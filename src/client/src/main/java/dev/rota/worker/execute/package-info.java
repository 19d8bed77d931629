/**
 * Executes turns. {@link dev.rota.worker.execute.ShardWorker} reads batches, keeps them in {@link
 * dev.rota.worker.execute.BatchTasks} until the follower has reached their parent blocks, executes them on its threads
 * with the user's {@link dev.rota.worker.TransactionExecutor}, and reports the results.
 */
package dev.rota.worker.execute;
