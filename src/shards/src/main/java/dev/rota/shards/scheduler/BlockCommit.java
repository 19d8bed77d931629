package dev.rota.shards.scheduler;

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

/** Commits the results of a batch: a block, and a dead letter for each transaction that is not in it. */
final class BlockCommit {

    private final Pool pool;

    BlockCommit(Pool pool) {
        this.pool = pool;
    }

    /**
     * Commits the receipts of a batch's first transactions. The outputs are bounded: one block, and dead letters that
     * together contain the payloads of one batch and the reasons of one log record.
     */
    void take(
            Shard shard,
            Turn turn,
            List<PendingTransaction> batch,
            List<Receipt> receipts,
            List<StateChange> stateDiff) {
        List<Receipt> executed = receipts.stream()
                .filter(receipt -> receipt.getStatus() != ReceiptStatus.INVALID)
                .toList();
        pool.removeFirst(shard, receipts.size());
        if (!executed.isEmpty()) {
            block(shard, turn, executed, stateDiff);
        }
        DeadLetters deadLetters = new DeadLetters(pool);
        for (int i = 0; i < receipts.size(); i++) {
            Receipt receipt = receipts.get(i);
            if (receipt.getStatus() == ReceiptStatus.INVALID) {
                deadLetters.say(shard, turn, batch.get(i), DeadLetterReason.INVALID, receipt.getReason());
            }
        }
    }

    private void block(Shard shard, Turn turn, List<Receipt> executed, List<StateChange> stateDiff) {
        shard.height++;
        String parentHash = shard.hash();
        ShardBlock open = block(shard, turn, parentHash, "", executed, stateDiff);
        String hash = BlockHash.of(open);
        pool.step().emit(ShardsTopics.BLOCKS, shard.id, block(shard, turn, parentHash, hash, executed, stateDiff));
        shard.remember(
                hash,
                executed.stream().map(Receipt::getTransaction).toList(),
                pool.policy().getRememberedIds());
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
