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

    /** The number of the batch. */
    public int batch() {
        return row.getBatch();
    }

    /** The batch's size: it has the first of the shard's pending transactions. */
    public int size() {
        return row.getSize();
    }

    /** The environment in which the batch was cut. */
    @Nullable
    public Long environmentNumber() {
        return row.getEnvironmentNumber();
    }

    /** When the turn began. */
    public long begunAt() {
        return row.getBegunAt();
    }

    /** When the batch was sent. */
    public long sentAt() {
        return row.getSentAt();
    }

    /** How much attended time the worker has to report the batch. */
    public long timeoutMs() {
        return row.getTimeoutMs();
    }

    /** When that is judged. */
    public long deadline() {
        return row.getDeadline();
    }

    /** Whether the worker was sick when the turn began. */
    public boolean onSick() {
        return row.getOnSick();
    }

    public Turn withDeadline(long deadline) {
        return new Turn(TurnRow.newBuilder(row).setDeadline(deadline).build(), worker);
    }
}
