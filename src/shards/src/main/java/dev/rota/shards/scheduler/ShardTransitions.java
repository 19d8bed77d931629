package dev.rota.shards.scheduler;

import dev.rota.engine.Nullable;
import dev.rota.shards.ShardCause;
import dev.rota.shards.ShardState;
import dev.rota.shards.ShardStatus;
import dev.rota.shards.ShardsTopics;
import dev.rota.shards.pool.Pool;
import dev.rota.shards.pool.Turn;
import dev.rota.shards.shard.Shard;
import dev.rota.shards.workers.PoolWorker;

/**
 * Moves shards between IDLE, PENDING and RUNNING, and emits each change if the pool is to. A shard is PENDING if it has pending
 * transactions, is not paused, does not wait for a retry and has no turn; no other class queues shards.
 */
final class ShardTransitions {

    private final Pool pool;

    ShardTransitions(Pool pool) {
        this.pool = pool;
    }

    /** Appends an idle shard that has work to the queue. */
    void wake(Shard shard) {
        if (shard.couldWork() && !shard.isDelayed()) {
            pool.enqueue(shard);
            emit(shard, ShardCause.SCHEDULED);
        }
    }

    /** Appends a shard whose delay is over to the queue. */
    void retry(Shard shard) {
        pool.endDelay(shard);
        pool.enqueue(shard);
        emit(shard, ShardCause.SCHEDULED);
    }

    /** Queues a shard if it is idle, has work and is not paused; if its retry is not due, it waits for that first. */
    private void queue(Shard shard) {
        if (!shard.couldWork()) {
            return;
        }
        if (shard.delayedUntil > pool.now()) {
            pool.delay(shard);
        } else {
            pool.enqueue(shard);
        }
    }

    /** Gives a waiting shard a turn on a worker. */
    void dispatch(Shard shard, PoolWorker worker, long waitedMs) {
        pool.dequeue(shard);
        shard.token = pool.turns().newToken();
        pool.workers().begin(worker, shard.token);
        emit(shard, ShardCause.DISPATCHED, worker, waitedMs);
    }

    /** Ends a shard's turn; if it has work left and is not paused, it is queued again, or waits for a retry. */
    void rest(Shard shard, Turn turn, ShardCause cause) {
        pool.turns().remove(turn);
        pool.workers().end(turn.worker(), turn.token());
        shard.token = 0;
        pool.shards().save(shard);
        queue(shard);
        emit(shard, cause);
    }

    /** Pauses a shard; a running one stops at its next report. */
    void pause(Shard shard) {
        shard.paused = true;
        pool.shards().save(shard);
        if (shard.status() == ShardStatus.PENDING) {
            pool.dequeue(shard);
        } else if (shard.isDelayed()) {
            pool.endDelay(shard);
        }
        emit(shard, ShardCause.PAUSED);
    }

    /** Resumes a paused shard; if it has work, it is queued. */
    void resume(Shard shard) {
        shard.paused = false;
        pool.shards().save(shard);
        queue(shard);
        emit(shard, ShardCause.RESUMED);
    }

    /** Opens or closes a shard for new transactions. */
    void close(Shard shard, boolean closed) {
        shard.closed = closed;
        pool.shards().save(shard);
        emit(shard, closed ? ShardCause.CLOSED : ShardCause.REOPENED);
    }

    private void emit(Shard shard, ShardCause cause) {
        Turn turn = shard.token == 0 ? null : pool.turns().get(shard.token);
        emit(shard, cause, turn == null ? null : turn.worker(), 0);
    }

    private void emit(Shard shard, ShardCause cause, @Nullable PoolWorker worker, long waitedMs) {
        if (!pool.emitsStates()) {
            return;
        }
        ShardState state = new ShardState(
                pool.step().unit(),
                shard.id,
                shard.status(),
                cause,
                worker == null ? null : worker.id,
                worker == null ? null : shard.token,
                shard.pending().count(),
                waitedMs);
        pool.step().emit(ShardsTopics.STATES, shard.id, state);
    }
}
