package dev.rota.shards.scheduler;

import dev.rota.engine.Nullable;
import dev.rota.shards.BatchExecuted;
import dev.rota.shards.DeadLetterReason;
import dev.rota.shards.FailedBatch;
import dev.rota.shards.Receipt;
import dev.rota.shards.ReceiptStatus;
import dev.rota.shards.ShardCause;
import dev.rota.shards.StateChange;
import dev.rota.shards.pool.Pool;
import dev.rota.shards.pool.Turn;
import dev.rota.shards.shard.PendingTransaction;
import dev.rota.shards.shard.Shard;
import dev.rota.shards.workers.PoolWorker;
import java.util.List;

/** Handles workers' reports of batches. */
final class Reports {

    private final Pool pool;

    Reports(Pool pool) {
        this.pool = pool;
    }

    /** Takes several reports in order. Those for which the step has no room end their turns, and cost the shards nothing. */
    void take(PoolWorker worker, List<BatchExecuted> reports) {
        for (int i = 0; i < reports.size(); i++) {
            if (!pool.step().hasRoom()) {
                giveUp(worker, reports.subList(i, reports.size()));
                return;
            }
            take(worker, reports.get(i));
        }
    }

    private void giveUp(PoolWorker worker, List<BatchExecuted> reports) {
        BatchExecuted first = reports.get(0);
        pool.reject(
                ShardsReason.REPORT_TOO_LARGE,
                "expected reports whose results fit one step, but there is no room for the last " + reports.size()
                        + ", from that of turn " + first.getToken() + " of shard " + first.getShard() + " on");
        for (BatchExecuted report : reports) {
            Turn turn = turn(worker, report);
            if (turn == null) {
                pool.workers().loosen(worker, report.getToken());
            } else {
                new ShardTransitions(pool).rest(pool.shards().expect(turn.shard()), turn, ShardCause.REPORT_INVALID);
            }
        }
    }

    void take(PoolWorker worker, BatchExecuted report) {
        Turn turn = turn(worker, report);
        if (turn == null) {
            stale(worker, report);
            return;
        }
        if (turn.batch() != report.getBatch()) {
            pool.reject(
                    ShardsReason.BATCH_OUT_OF_ORDER,
                    "expected batch " + turn.batch() + " of turn " + turn.token() + " of shard " + turn.shard()
                            + ", but it is " + report.getBatch());
            return;
        }
        Shard shard = pool.shards().expect(turn.shard());
        if (report.getError() == null) {
            executed(shard, turn, report);
        } else {
            failed(shard, turn, report.getError(), report.getElapsedMs());
        }
    }

    /** Returns the turn that a report is about, or null if the worker does not hold it. */
    private @Nullable Turn turn(PoolWorker worker, BatchExecuted report) {
        Turn turn = pool.turns().get(report.getToken());
        boolean isHeld = turn != null && turn.worker() == worker && turn.shard().equals(report.getShard());
        return isHeld ? turn : null;
    }

    private void stale(PoolWorker worker, BatchExecuted report) {
        String shard = report.getShard();
        // a pool without blocks does not know which shards it has had
        if (!pool.isStateless() && pool.shards().get(shard) == null) {
            pool.reject(ShardsReason.SHARD_UNKNOWN, "expected a shard, but there is none named " + shard);
            return;
        }
        pool.workers().loosen(worker, report.getToken());
        pool.reject(
                ShardsReason.STALE_TOKEN,
                "expected the token by which " + worker.id + " holds shard " + shard + ", but it is "
                        + report.getToken());
    }

    private void failed(Shard shard, Turn turn, String error, long elapsedMs) {
        FailedBatch rule = pool.policy().getFailedBatch();
        if (rule == FailedBatch.ISOLATE || new WorkerHealth(pool).costsNothing(turn)) {
            new TurnFailure(pool).lose(turn, ShardCause.BATCH_FAILED, error);
        } else if (rule == FailedBatch.DROP) {
            drop(shard, turn, error);
            advance(shard, turn, elapsedMs);
        } else if (shard.retries > 0 || shard.suspects > 0) {
            new TurnFailure(pool).lose(turn, ShardCause.BATCH_FAILED, error);
        } else {
            retry(shard, turn);
        }
    }

    /** Queues the transactions of a failed batch to be tried once on another worker. */
    private void retry(Shard shard, Turn turn) {
        new WorkerHealth(pool).failed(shard, turn);
        shard.avoids = turn.worker().id;
        shard.failed = false;
        shard.retries = turn.size();
        new ShardTransitions(pool).rest(shard, turn, ShardCause.BATCH_FAILED);
    }

    /** Makes all transactions of a failed batch dead letters. */
    private void drop(Shard shard, Turn turn, String error) {
        new WorkerHealth(pool).failed(shard, turn);
        new DeadLetters(pool).first(shard, turn, turn.size(), DeadLetterReason.BATCH_FAILED, error);
        shard.losses = 0;
        shard.retries = 0;
        shard.avoids = turn.worker().id;
    }

    private void executed(Shard shard, Turn turn, BatchExecuted report) {
        List<Receipt> receipts = report.getReceipts();
        List<PendingTransaction> batch = shard.pending().first(Math.min(turn.size(), receipts.size()));
        String mismatch = mismatch(batch, turn.size(), report);
        if (mismatch != null) {
            pool.reject(
                    ShardsReason.RECEIPTS_MISMATCH, mismatch + ", in turn " + turn.token() + " of shard " + shard.id);
            new TurnFailure(pool).lose(turn, ShardCause.REPORT_INVALID, mismatch);
            return;
        }
        boolean costsNothing = new WorkerHealth(pool).costsNothing(turn);
        if (pool.isStateless() && turn.batch() == 1) {
            pool.paced(receipts.size(), report.getElapsedMs() - turn.elapsedMs());
        }
        Receipt last = receipts.get(receipts.size() - 1);
        boolean isRetry = Retries.isRetry(last);
        boolean continues = report.getContinues() && !isRetry && receipts.size() < turn.size();
        commit(
                shard,
                turn,
                batch,
                isRetry ? receipts.subList(0, receipts.size() - 1) : receipts,
                report.getStateDiff(),
                continues);
        if (continues) {
            long timeoutMs = pool.policy().getBatchTimeoutMs();
            pool.turns().put(turn.continued(receipts.size(), report.getElapsedMs(), pool.now(), timeoutMs));
        } else if (!isRetry || !new Retries(pool).take(shard, turn, last, costsNothing)) {
            advance(shard, turn, report.getElapsedMs());
        }
    }

    /** Commits the receipts of transactions that leave the pool, if there are any. */
    private void commit(
            Shard shard,
            Turn turn,
            List<PendingTransaction> batch,
            List<Receipt> receipts,
            List<StateChange> stateDiff,
            boolean continues) {
        if (receipts.isEmpty()) {
            return;
        }
        String failedOn = shard.failedOn();
        new BlockCommit(pool).take(shard, turn, batch, receipts, stateDiff, continues);
        shard.losses = 0;
        shard.retries = 0;
        shard.avoids = null;
        judge(turn.worker().id, failedOn, receipts);
    }

    /**
     * Counts a success of the worker that executed a block, and a failure of the worker on which its first transaction
     * had failed before.
     */
    private void judge(String worker, @Nullable String failedOn, List<Receipt> receipts) {
        WorkerHealth health = new WorkerHealth(pool);
        if (receipts.stream().anyMatch(receipt -> receipt.getStatus() != ReceiptStatus.INVALID)) {
            health.succeeded(worker);
        }
        if (failedOn != null && !failedOn.equals(worker) && receipts.get(0).getStatus() != ReceiptStatus.INVALID) {
            health.blame(failedOn);
        }
    }

    /** Returns why the report does not match the batch's first transactions and the pool, or null if it does. */
    private @Nullable String mismatch(List<PendingTransaction> batch, int size, BatchExecuted report) {
        List<Receipt> receipts = report.getReceipts();
        if (receipts.isEmpty() || receipts.size() > size) {
            return "expected 1 to " + size + " receipts, but there are " + receipts.size();
        }
        for (int i = 0; i < receipts.size(); i++) {
            String expected = batch.get(i).id();
            String reported = receipts.get(i).getTransaction();
            if (!reported.equals(expected)) {
                return "expected receipt " + (i + 1) + " to be of " + expected + ", but it is of " + reported;
            }
            if (Retries.isRetry(receipts.get(i)) && i + 1 < receipts.size()) {
                return "expected " + receipts.get(i).getStatus() + " in the last of " + receipts.size()
                        + " receipts only, but it is in receipt " + (i + 1);
            }
        }
        int changes = report.getStateDiff().size();
        if (pool.isStateless()) {
            return changes > 0 ? "expected no state changes in a stateless pool, but there are " + changes : null;
        }
        return report.getContinues() ? "expected a batch that ends with its report in a pool with states" : null;
    }

    /** Sends the turn's next batch, or ends the turn. */
    private void advance(Shard shard, Turn turn, long elapsedMs) {
        ShardCause end = end(shard, turn, elapsedMs);
        if (end == null) {
            new BatchSender(pool).next(shard, turn, elapsedMs);
        } else {
            new ShardTransitions(pool).rest(shard, turn, end);
        }
    }

    /** Returns why the turn ends, or null if it does not. */
    private @Nullable ShardCause end(Shard shard, Turn turn, long elapsedMs) {
        PoolWorker worker = turn.worker();
        if (!shard.hasWork()) {
            return ShardCause.DRAINED;
        } else if (shard.paused) {
            return ShardCause.PAUSED;
        } else if (worker.turns.size() > worker.slots) {
            return ShardCause.WORKER_DRAINING;
        }
        boolean over = elapsedMs >= pool.quantumMs(turn.grantedMs()) || pool.now() - turn.begunAt() >= pool.turnMsMax();
        return over ? ShardCause.QUANTUM : null;
    }
}
