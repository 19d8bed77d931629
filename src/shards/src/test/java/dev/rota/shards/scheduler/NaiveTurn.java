package dev.rota.shards.scheduler;

import dev.rota.engine.Nullable;
import dev.rota.shards.Transaction;
import java.util.List;

/** A turn of a shard on a worker, with its dispatched batch. */
final class NaiveTurn {

    final long token;
    final NaiveShard shard;
    final NaiveWorker worker;

    /** True if the worker was sick when the turn began. */
    final boolean onSick;

    final long begunAt;

    /** The batch's number. */
    int batch;

    /** Its transactions that are not reported. */
    List<Transaction> transactions = List.of();

    /** The longer quantum that it was granted; 0 if the policy's counts. */
    long grantedMs;

    /** The duration up to the last report, as the worker measured it. */
    long elapsedMs;

    /** The environment in which the batch was cut. */
    @Nullable
    Long environment;

    /** The deadline of the batch. */
    long deadline;

    NaiveTurn(long token, NaiveShard shard, NaiveWorker worker, long begunAt, boolean onSick) {
        this.token = token;
        this.shard = shard;
        this.worker = worker;
        this.begunAt = begunAt;
        this.onSick = onSick;
    }
}
