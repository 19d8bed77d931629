package dev.rota.shards.scheduler;

import dev.rota.engine.Limits;
import dev.rota.engine.Times;
import dev.rota.shards.Batch;
import dev.rota.shards.BlockEnvironment;
import dev.rota.shards.PoolPolicy;
import dev.rota.shards.Transaction;
import dev.rota.shards.TurnRow;
import dev.rota.shards.pool.Pool;
import dev.rota.shards.pool.Turn;
import dev.rota.shards.shard.Shard;
import dev.rota.shards.tables.ShardsLimits;
import dev.rota.shards.workers.PoolWorker;
import java.util.ArrayList;
import java.util.List;

/** Cuts batches from the head of a shard's pending transactions, and sends them. */
final class BatchSender {

    /** The maximum size of a transaction in a record, without its texts and its payload. */
    private static final int FRAME_BYTES = 16;

    /** The maximum size of a batch in a record, without its transactions: its names, numbers and environment. */
    private static final int BATCH_FRAME_BYTES = 6 * Limits.ID_BYTES_MAX;

    private final Pool pool;

    BatchSender(Pool pool) {
        this.pool = pool;
    }

    /** Sends the first batch of the turn that a shard has begun. */
    void first(Shard shard, PoolWorker worker) {
        send(shard, worker, 1, pool.now(), worker.isSick(), pool.grantedMs(worker), 0);
    }

    /**
     * Sends the next batch of a turn.
     *
     * @param elapsedMs the duration of the turn so far
     */
    void next(Shard shard, Turn turn, long elapsedMs) {
        send(shard, turn.worker(), turn.batch() + 1, turn.begunAt(), turn.onSick(), turn.grantedMs(), elapsedMs);
    }

    private void send(
            Shard shard, PoolWorker worker, int number, long begunAt, boolean onSick, long grantedMs, long elapsedMs) {
        long quantumMs = pool.quantumMs(grantedMs);
        Room record = new Room(ShardsLimits.BATCH_RECORD_BYTES_MAX);
        List<Transaction> transactions = cut(shard, record, quantumMs - elapsedMs);
        BlockEnvironment environment = pool.environment();
        long timeoutMs = pool.policy().getBatchTimeoutMs();
        pool.turns()
                .put(new Turn(
                        new TurnRow(
                                shard.token,
                                shard.id,
                                worker.id,
                                number,
                                transactions.size(),
                                environment == null ? null : environment.getNumber(),
                                begunAt,
                                pool.now(),
                                timeoutMs,
                                Times.after(pool.now(), timeoutMs),
                                onSick,
                                grantedMs,
                                elapsedMs),
                        worker));
        Batch batch = new Batch(
                pool.step().unit(),
                worker.id,
                shard.id,
                shard.token,
                number,
                quantumMs,
                environment,
                shard.height,
                transactions,
                shard.losses + 1,
                new ArrayList<>());
        pool.outbox().send(pool.step(), worker, batch, record.taken() + BATCH_FRAME_BYTES);
    }

    private List<Transaction> cut(Shard shard, Room record, long leftMs) {
        PoolPolicy policy = pool.policy();
        int most = shard.suspects > 0 ? 1 : pool.batchTransactionsMax(leftMs);
        List<Transaction> batch = new ArrayList<>();
        Room payload = new Room(policy.getBatchBytesMax());
        String unit = pool.step().unit();
        int texts = 3 * (unit.length() + shard.id.length()) + FRAME_BYTES;
        shard.pending().eachWhile(next -> {
            int bytes = next.bytes();
            boolean fits =
                    payload.take(bytes) && record.take(texts + 3 * next.id().length() + bytes);
            if (!fits && !batch.isEmpty()) {
                return false;
            }
            batch.add(next.content().of(unit, shard.id, next.id()));
            return batch.size() < most;
        });
        return batch;
    }

    /** The bytes that are left of a limit. */
    private static final class Room {
        private final long bytes;
        private long left;

        Room(long bytes) {
            this.bytes = bytes;
            left = bytes;
        }

        long taken() {
            return bytes - left;
        }

        boolean take(int bytes) {
            left -= bytes;
            return left >= 0;
        }
    }
}
