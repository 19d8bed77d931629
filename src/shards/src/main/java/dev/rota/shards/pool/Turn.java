package dev.rota.shards.pool;

import dev.rota.engine.Nullable;
import dev.rota.engine.Times;
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

    /** Returns the number of the batch's unreported transactions, which are the first pending ones of the shard. */
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

    /** Returns when the batch was sent, or its worker last reported a part of it and went on. */
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

    /** Returns the turn's quantum if it was granted a longer one than the policy's; 0 otherwise. */
    public long grantedMs() {
        return row.getGrantedMs();
    }

    /** Returns the duration of the turn up to its last report, as its worker measured it. */
    public long elapsedMs() {
        return row.getElapsedMs();
    }

    public Turn withDeadline(long deadline) {
        return new Turn(TurnRow.newBuilder(row).setDeadline(deadline).build(), worker);
    }

    /** Returns the turn after the first transactions of its batch were reported, while its worker executes the others. */
    public Turn continued(int reported, long elapsedMs, long now, long timeoutMs) {
        return new Turn(
                TurnRow.newBuilder(row)
                        .setSize(size() - reported)
                        .setElapsedMs(elapsedMs)
                        .setSentAt(now)
                        .setTimeoutMs(timeoutMs)
                        .setDeadline(Times.after(now, timeoutMs))
                        .build(),
                worker);
    }
}
