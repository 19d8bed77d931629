package dev.rota.shards.scheduler;

import dev.rota.engine.Times;
import dev.rota.shards.Batch;
import dev.rota.shards.BlockEnvironment;
import dev.rota.shards.PoolPolicy;
import dev.rota.shards.ShardsTopics;
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

    private final Pool pool;

    BatchSender(Pool pool) {
        this.pool = pool;
    }

    /**
     * Sends a batch of the shard's turn.
     *
     * @param number the number of the batch in the turn
     * @param begunAt when the turn began
     * @param onSick whether the worker was sick when the turn began
     */
    void send(Shard shard, PoolWorker worker, int number, long begunAt, boolean onSick) {
        List<Transaction> transactions = cut(shard);
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
                                onSick),
                        worker));
        pool.step()
                .emit(
                        ShardsTopics.ASSIGNMENTS,
                        worker.id,
                        new Batch(
                                pool.step().unit(),
                                worker.id,
                                shard.id,
                                shard.token,
                                number,
                                pool.policy().getQuantumMs(),
                                environment,
                                shard.height,
                                transactions,
                                shard.losses + 1));
    }

    private List<Transaction> cut(Shard shard) {
        PoolPolicy policy = pool.policy();
        int most = shard.suspects > 0 ? 1 : policy.getBatchTransactionsMax();
        List<Transaction> batch = new ArrayList<>();
        Room payload = new Room(policy.getBatchBytesMax());
        Room record = new Room(ShardsLimits.BATCH_RECORD_BYTES_MAX);
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
        private long left;

        Room(long bytes) {
            left = bytes;
        }

        boolean take(int bytes) {
            left -= bytes;
            return left >= 0;
        }
    }
}
