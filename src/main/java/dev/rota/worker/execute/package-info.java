/**
 * Executes turns. {@link dev.rota.worker.execute.ShardWorker} hears of batches, keeps them in its {@link
 * dev.rota.worker.execute.BatchTasks} until the follower has reached their parent, has them executed by its threads
 * with the user's {@link dev.rota.worker.TransactionExecutor}, and reports.
 */
package dev.rota.worker.execute;
