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
        Cut cut = cut(shard, quantumMs - elapsedMs);
        List<Transaction> transactions = cut.transactions;
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
        pool.outbox().send(pool.step(), worker, batch, cut.recordBytes + BATCH_FRAME_BYTES);
    }

    private Cut cut(Shard shard, long leftMs) {
        PoolPolicy policy = pool.policy();
        int most = shard.suspects > 0 ? 1 : pool.batchTransactionsMax(leftMs);
        Cut cut = new Cut();
        String unit = pool.step().unit();
        int texts = 3 * (unit.length() + shard.id.length()) + FRAME_BYTES;
        shard.pending().eachWhile(next -> {
            int bytes = next.bytes();
            int recordBytes = texts + 3 * next.id().length() + bytes;
            if (!cut.hasRoom(bytes, policy.getBatchBytesMax(), recordBytes)) {
                return false;
            }
            cut.add(next.content().of(unit, shard.id, next.id()), bytes, recordBytes);
            return cut.transactions.size() < most;
        });
        return cut;
    }

    /** The transactions of a batch, and their size. A single transaction has room, however large it is. */
    private static final class Cut {
        private final List<Transaction> transactions = new ArrayList<>();
        private long payloadBytes;
        private long recordBytes;

        boolean hasRoom(int payload, int payloadMax, int record) {
            return transactions.isEmpty()
                    || (payloadBytes + payload <= payloadMax
                            && recordBytes + record <= ShardsLimits.BATCH_RECORD_BYTES_MAX);
        }

        void add(Transaction transaction, int payload, int record) {
            transactions.add(transaction);
            payloadBytes += payload;
            recordBytes += record;
        }
    }
}
