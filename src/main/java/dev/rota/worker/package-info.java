/**
 * The client side of the shard scheduler: executes turns on threads of its own.
 *
 * <p>{@link dev.rota.worker.ShardFollower} reads a pool's blocks into {@link dev.rota.worker.ShardStates}, the latest
 * state of every shard; any number of workers of one process may share it. {@link dev.rota.worker.ShardWorker} hears of
 * batches, keeps them in its {@link dev.rota.worker.Hand} until the follower has reached their parent, has them executed
 * by its threads with the user's {@link dev.rota.worker.TransactionExecutor}, and reports.
 */
package dev.rota.worker;
