package dev.rota.shards.scheduler;

import dev.rota.shards.BatchReceipts;
import dev.rota.shards.BlockHash;
import dev.rota.shards.DeadLetterReason;
import dev.rota.shards.Receipt;
import dev.rota.shards.ReceiptStatus;
import dev.rota.shards.ShardBlock;
import dev.rota.shards.ShardsTopics;
import dev.rota.shards.StateChange;
import dev.rota.shards.pool.Pool;
import dev.rota.shards.pool.Turn;
import dev.rota.shards.shard.PendingTransaction;
import dev.rota.shards.shard.Shard;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Commits the results of a batch: a block, or receipts if the pool is stateless, and a dead letter for each transaction
 * that was not executed.
 */
final class BlockCommit {

    private final Pool pool;

    BlockCommit(Pool pool) {
        this.pool = pool;
    }

    /**
     * Commits the receipts of a batch's first transactions. The outputs are bounded: one block, or its receipts, and dead letters that
     * together contain the payloads of one batch and the reasons of one log record.
     *
     * @param continues whether the worker goes on with the batch
     */
    void take(
            Shard shard,
            Turn turn,
            List<PendingTransaction> batch,
            List<Receipt> receipts,
            List<StateChange> stateDiff,
            boolean continues) {
        List<Receipt> executed = receipts.stream()
                .filter(receipt -> receipt.getStatus() != ReceiptStatus.INVALID)
                .toList();
        pool.removeFirst(shard, receipts.size());
        if (!executed.isEmpty()) {
            List<String> remembered = IntStream.range(0, receipts.size())
                    .filter(i -> receipts.get(i).getStatus() != ReceiptStatus.INVALID
                            && !batch.get(i).content().mapped())
                    .mapToObj(i -> batch.get(i).id())
                    .toList();
            if (pool.isStateless()) {
                receipts(shard, turn, executed, remembered, continues);
            } else {
                block(shard, turn, executed, stateDiff, remembered);
            }
        }
        DeadLetters deadLetters = new DeadLetters(pool);
        for (int i = 0; i < receipts.size(); i++) {
            Receipt receipt = receipts.get(i);
            if (receipt.getStatus() == ReceiptStatus.INVALID) {
                deadLetters.say(shard, turn, batch.get(i), DeadLetterReason.INVALID, receipt.getReason());
            }
        }
    }

    private void receipts(Shard shard, Turn turn, List<Receipt> executed, List<String> remembered, boolean continues) {
        pool.outbox()
                .commit(
                        turn.worker().id,
                        new BatchReceipts(shard.id, turn.token(), turn.environmentNumber(), executed, continues));
        shard.remember(remembered, pool.policy().getRememberedIds());
    }

    private void block(
            Shard shard, Turn turn, List<Receipt> executed, List<StateChange> stateDiff, List<String> remembered) {
        shard.height++;
        String parentHash = shard.hash();
        ShardBlock open = block(shard, turn, parentHash, "", executed, stateDiff);
        String hash = BlockHash.of(open);
        pool.step().emit(ShardsTopics.BLOCKS, shard.id, block(shard, turn, parentHash, hash, executed, stateDiff));
        shard.remember(hash, remembered, pool.policy().getRememberedIds());
    }

    private ShardBlock block(
            Shard shard,
            Turn turn,
            String parentHash,
            String hash,
            List<Receipt> executed,
            List<StateChange> stateDiff) {
        return new ShardBlock(
                pool.step().unit(),
                shard.id,
                shard.height,
                parentHash,
                hash,
                turn.environmentNumber(),
                turn.token(),
                turn.worker().id,
                executed,
                stateDiff);
    }
}
