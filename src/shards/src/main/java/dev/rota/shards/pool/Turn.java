package dev.rota.shards.pool;

import dev.rota.engine.Nullable;
import dev.rota.shards.TurnRow;
import dev.rota.shards.workers.PoolWorker;

/** A shard's turn on a worker, with the current batch. */
public record Turn(TurnRow row, PoolWorker worker) {

    public long token() {
        return row.getToken();
    }

    public String shard() {
        return row.getShard();
    }

    /** Returns the number of the batch. */
    public int batch() {
        return row.getBatch();
    }

    /** Returns the size of the batch, which contains the first pending transactions of the shard. */
    public int size() {
        return row.getSize();
    }

    /** Returns the number of the environment in which the batch was cut. */
    @Nullable
    public Long environmentNumber() {
        return row.getEnvironmentNumber();
    }

    /** Returns when the turn began. */
    public long begunAt() {
        return row.getBegunAt();
    }

    /** Returns when the batch was sent. */
    public long sentAt() {
        return row.getSentAt();
    }

    /** Returns the attended time within which the worker must report the batch. */
    public long timeoutMs() {
        return row.getTimeoutMs();
    }

    /** Returns when the batch's timeout is judged. */
    public long deadline() {
        return row.getDeadline();
    }

    /** Returns whether the worker was sick when the turn began. */
    public boolean onSick() {
        return row.getOnSick();
    }

    public Turn withDeadline(long deadline) {
        return new Turn(TurnRow.newBuilder(row).setDeadline(deadline).build(), worker);
    }
}
