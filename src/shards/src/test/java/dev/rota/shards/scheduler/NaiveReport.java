package dev.rota.shards.scheduler;

import dev.rota.shards.BatchExecuted;
import dev.rota.shards.DeadLetterReason;
import dev.rota.shards.FailedBatch;
import dev.rota.shards.PoolPolicy;
import dev.rota.shards.Receipt;
import dev.rota.shards.ReceiptStatus;
import dev.rota.shards.ShardBlock;
import dev.rota.shards.ShardCause;
import dev.rota.shards.ShardStatus;
import dev.rota.shards.ShardsTopics;
import dev.rota.shards.Transaction;
import java.math.BigInteger;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** Models the effects of a worker's report of a batch. */
final class NaiveReport {

    private final NaivePool pool;
    private final NaiveWorker worker;
    private final BatchExecuted report;

    NaiveReport(NaivePool pool, NaiveWorker worker, BatchExecuted report) {
        this.pool = pool;
        this.worker = worker;
        this.report = report;
    }

    void take() {
        NaiveShard shard = pool.shard(report.getShard());
        if (shard == null && !pool.policy.getStateless()) {
            pool.reject(ShardsReason.SHARD_UNKNOWN);
            return;
        }
        NaiveTurn turn = shard == null ? null : pool.turn(shard);
        if (turn == null || turn.worker != worker || turn.token != report.getToken()) {
            worker.stuck.remove(report.getToken());
            pool.reject(ShardsReason.STALE_TOKEN);
        } else if (turn.batch != report.getBatch()) {
            pool.reject(ShardsReason.BATCH_OUT_OF_ORDER);
        } else if (report.getError() != null) {
            failed(turn, report.getError());
        } else if (!isPrefix(turn) || asksTooEarly() || hasForbiddenState() || continuesWithState()) {
            pool.reject(ShardsReason.RECEIPTS_MISMATCH);
            new NaiveLoss(pool).lose(turn, ShardCause.REPORT_INVALID);
        } else {
            executed(turn);
        }
    }

    private void executed(NaiveTurn turn) {
        boolean costsNothing = new NaiveHealth(pool).costsNothing(turn);
        List<Receipt> receipts = report.getReceipts();
        if (pool.policy.getStateless() && turn.batch == 1) {
            long took = report.getElapsedMs() - turn.elapsedMs;
            long latest = receipts.size() * 1_000L / Math.max(1, took);
            pool.pace += pool.pace == 0 ? latest : (latest - pool.pace) / 8;
        }
        Receipt last = receipts.get(receipts.size() - 1);
        List<Receipt> ended =
                receipts.stream().filter(receipt -> !asksForRetry(receipt)).toList();
        boolean continues = report.getContinues() && !asksForRetry(last) && receipts.size() < turn.transactions.size();
        if (!ended.isEmpty()) {
            commit(turn, ended, continues);
        }
        if (continues) {
            turn.elapsedMs = report.getElapsedMs();
            turn.transactions = turn.transactions.subList(receipts.size(), turn.transactions.size());
            turn.deadline = pool.in(pool.policy.getBatchTimeoutMs());
        } else if (asksForRetry(last)) {
            later(turn, last, costsNothing);
        } else {
            goOn(turn);
        }
    }

    private static boolean asksForRetry(Receipt receipt) {
        return receipt.getStatus() == ReceiptStatus.RETRY || receipt.getStatus() == ReceiptStatus.FAILED;
    }

    /** Returns whether a receipt other than the last one asks for a retry. */
    private boolean asksTooEarly() {
        List<Receipt> receipts = report.getReceipts();
        return receipts.subList(0, receipts.size() - 1).stream().anyMatch(NaiveReport::asksForRetry);
    }

    private boolean hasForbiddenState() {
        return pool.policy.getStateless() && !report.getStateDiff().isEmpty();
    }

    private boolean continuesWithState() {
        return !pool.policy.getStateless() && report.getContinues();
    }

    /** Retries the first transaction after a delay, or drops it if it failed too often. */
    private void later(NaiveTurn turn, Receipt receipt, boolean costsNothing) {
        NaiveShard shard = turn.shard;
        shard.retries = 0;
        shard.failed = false;
        if (receipt.getStatus() == ReceiptStatus.FAILED) {
            new NaiveHealth(pool).failed(turn);
            shard.avoids = turn.worker.id;
            shard.failed = true;
            if (!costsNothing) {
                shard.losses++;
                if (shard.losses >= pool.policy.getAttemptsMax()) {
                    shard.losses = 0;
                    pool.died(turn, shard.leave(), DeadLetterReason.ATTEMPTS_EXHAUSTED, receipt.getReason());
                    goOn(turn);
                    return;
                }
            }
        }
        shard.delays++;
        shard.retryReason = receipt.getReason();
        pool.turns.remove(turn);
        shard.delayedUntil = pool.in(delayMs(shard.delays));
        if (!shard.paused && shard.delayedUntil == pool.now) {
            new NaiveQueue(pool).end(shard, ShardCause.RETRY);
        } else {
            shard.status = ShardStatus.IDLE;
            pool.changed(shard, ShardCause.RETRY);
        }
    }

    private long delayMs(int number) {
        PoolPolicy policy = pool.policy;
        BigInteger delay = BigInteger.valueOf(policy.getRetryDelayMs())
                .multiply(BigInteger.valueOf(policy.getRetryFactor()).pow(number - 1));
        return delay.min(BigInteger.valueOf(policy.getRetryDelayMaxMs())).longValueExact();
    }

    private void failed(NaiveTurn turn, String error) {
        NaiveShard shard = turn.shard;
        if (new NaiveHealth(pool).costsNothing(turn) || pool.policy.getFailedBatch() == FailedBatch.ISOLATE) {
            new NaiveLoss(pool).lose(turn, ShardCause.BATCH_FAILED, error);
            return;
        }
        if (pool.policy.getFailedBatch() == FailedBatch.RETRY) {
            if (shard.suspects > 0 || shard.retries > 0) {
                new NaiveLoss(pool).lose(turn, ShardCause.BATCH_FAILED, error);
            } else {
                retry(turn);
            }
            return;
        }
        new NaiveHealth(pool).failed(turn);
        shard.retries = 0;
        for (int i = 0; i < turn.transactions.size(); i++) {
            pool.died(turn, turn.shard.leave(), DeadLetterReason.BATCH_FAILED, error);
        }
        turn.shard.avoids = turn.worker.id;
        turn.shard.losses = 0;
        goOn(turn);
    }

    /** Retries a batch once, on another worker. */
    private void retry(NaiveTurn turn) {
        NaiveShard shard = turn.shard;
        new NaiveHealth(pool).failed(turn);
        shard.avoids = turn.worker.id;
        shard.failed = false;
        shard.retries = turn.transactions.size();
        pool.turns.remove(turn);
        if (shard.paused) {
            shard.status = ShardStatus.IDLE;
            pool.changed(shard, ShardCause.BATCH_FAILED);
        } else {
            new NaiveQueue(pool).end(shard, ShardCause.BATCH_FAILED);
        }
    }

    /** Returns whether the receipts are those of a non-empty prefix of the batch, in order. */
    private boolean isPrefix(NaiveTurn turn) {
        List<String> reported =
                report.getReceipts().stream().map(Receipt::getTransaction).toList();
        List<String> batch = turn.transactions.stream().map(Transaction::getId).toList();
        return !reported.isEmpty()
                && reported.size() <= batch.size()
                && batch.subList(0, reported.size()).equals(reported);
    }

    /** Takes the receipts of transactions that leave the pool. */
    private void commit(NaiveTurn turn, List<Receipt> ended, boolean continues) {
        NaiveShard shard = turn.shard;
        List<Receipt> receipts = ended.stream()
                .filter(receipt -> receipt.getStatus() != ReceiptStatus.INVALID)
                .toList();
        if (pool.policy.getStateless() && !receipts.isEmpty()) {
            pool.committed(turn, receipts, continues);
        } else if (!receipts.isEmpty()) {
            block(turn, receipts);
        }
        boolean firstExecuted = ended.get(0).getStatus() != ReceiptStatus.INVALID;
        List<String> failedOn = List.copyOf(shard.failedOn);
        for (Receipt receipt : ended) {
            Transaction transaction = shard.leave();
            if (receipt.getStatus() == ReceiptStatus.INVALID) {
                pool.died(turn, transaction, DeadLetterReason.INVALID, receipt.getReason());
            } else if (!shard.mapped.remove(transaction)) {
                shard.execute(transaction.getId());
            }
        }
        if (!receipts.isEmpty()) {
            shard.forgetAllBut(pool.policy.getRememberedIds());
        }
        shard.avoids = null;
        shard.losses = 0;
        shard.retries = 0;
        NaiveHealth health = new NaiveHealth(pool);
        if (!receipts.isEmpty()) {
            health.succeeded(turn.worker.id);
        }
        if (firstExecuted && failedOn.size() == 1 && !failedOn.contains(turn.worker.id)) {
            health.convicted(failedOn.get(0));
        }
    }

    private void block(NaiveTurn turn, List<Receipt> receipts) {
        NaiveShard shard = turn.shard;
        shard.height++;
        ShardBlock open = ShardBlock.newBuilder()
                .setPool(pool.name)
                .setShard(shard.id)
                .setHeight(shard.height)
                .setParentHash(shard.hash)
                .setHash("")
                .setEnvironmentNumber(turn.environment)
                .setToken(turn.token)
                .setWorker(turn.worker.id)
                .setReceipts(receipts)
                .setStateDiff(report.getStateDiff())
                .build();
        shard.hash = hash(open);
        ShardBlock block = ShardBlock.newBuilder(open).setHash(shard.hash).build();
        pool.tell(ShardsTopics.BLOCKS.topic(), shard.id, block);
    }

    /** Returns the hash of a block, which is over its encoding with an empty hash. */
    static String hash(ShardBlock block) {
        ShardBlock open = ShardBlock.newBuilder(block).setHash("").build();
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of()
                    .formatHex(digest.digest(ShardsTopics.BLOCKS.codec().encode(open)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Continues the turn, unless a rule ends it. */
    private void goOn(NaiveTurn turn) {
        NaiveShard shard = turn.shard;
        if (shard.pending.isEmpty()) {
            idle(turn, ShardCause.DRAINED);
        } else if (shard.paused) {
            idle(turn, ShardCause.PAUSED);
        } else if (pool.turns(turn.worker).count() > turn.worker.slots) {
            giveWay(turn, ShardCause.WORKER_DRAINING);
        } else if (report.getElapsedMs() >= pool.quantumMs(turn) || pool.now - turn.begunAt >= pool.turnMsMax()) {
            giveWay(turn, ShardCause.QUANTUM);
        } else {
            turn.elapsedMs = report.getElapsedMs();
            new NaiveQueue(pool).batch(turn);
        }
    }

    private void idle(NaiveTurn turn, ShardCause cause) {
        pool.turns.remove(turn);
        turn.shard.status = ShardStatus.IDLE;
        pool.changed(turn.shard, cause);
    }

    private void giveWay(NaiveTurn turn, ShardCause cause) {
        pool.turns.remove(turn);
        new NaiveQueue(pool).end(turn.shard, cause);
    }
}
