package dev.rota.shards.explain;

import dev.rota.engine.Answer;
import dev.rota.engine.Decision;
import dev.rota.engine.Nullable;
import dev.rota.engine.text.Phrases;
import dev.rota.shards.Batch;
import dev.rota.shards.BatchReceipts;
import dev.rota.shards.Batches;
import dev.rota.shards.DeadLetter;
import dev.rota.shards.Receipt;
import dev.rota.shards.ReceiptsCommitted;
import dev.rota.shards.ShardBlock;
import java.util.List;
import java.util.TreeMap;

/** Follows the decisions about transactions of one id: batches, blocks or receipts, and dead letters. */
final class TransactionHistory {

    private final String id;

    /** The number of batches that contained it so far, by shard. */
    private final TreeMap<String, Integer> batches = new TreeMap<>();

    private @Nullable Answer ending;

    TransactionHistory(String id) {
        this.id = id;
    }

    void decided(Decision decision) {
        if (decision.value() instanceof Batch first) {
            for (Batch batch : Batches.of(first)) {
                if (batch.getTransactions().stream()
                        .anyMatch(each -> each.getId().equals(id))) {
                    batches.merge(batch.getShard(), 1, Integer::sum);
                }
            }
        } else if (decision.value() instanceof ShardBlock block) {
            for (Receipt receipt : its(block.getReceipts())) {
                executed(
                        block.getShard(),
                        receipt,
                        "in block " + block.getHeight(),
                        block.getWorker(),
                        block.getToken(),
                        decision.time());
            }
        } else if (decision.value() instanceof ReceiptsCommitted committed) {
            for (BatchReceipts batch : committed.getBatches()) {
                for (Receipt receipt : its(batch.getReceipts())) {
                    executed(
                            batch.getShard(),
                            receipt,
                            "done",
                            committed.getWorker(),
                            batch.getToken(),
                            decision.time());
                }
            }
        } else if (decision.value() instanceof DeadLetter letter
                && letter.getTransaction().equals(id)) {
            dead(letter, decision.time());
        }
    }

    private List<Receipt> its(List<Receipt> receipts) {
        return receipts.stream()
                .filter(receipt -> receipt.getTransaction().equals(id))
                .toList();
    }

    private void executed(String shard, Receipt receipt, String where, String worker, long token, long time) {
        ending = new Answer(
                "EXECUTED",
                "transaction " + id + " of shard " + shard + " is " + where + ", " + receipt.getStatus()
                        + (receipt.getReason().isEmpty() ? "" : " (" + receipt.getReason() + ")")
                        + ", executed by worker " + worker + " in turn " + token + " " + Phrases.at(time)
                        + attempts(shard));
    }

    private void dead(DeadLetter letter, long time) {
        ending = new Answer(
                "DEAD_LETTER",
                "transaction " + id + " of shard " + letter.getShard() + " became a dead letter " + Phrases.at(time)
                        + (letter.getToken() == null ? "" : " in turn " + letter.getToken())
                        + attempts(letter.getShard()) + ", " + letter.getReason() + ": " + why(letter));
    }

    /** Returns why a transaction became a dead letter. */
    static String why(DeadLetter letter) {
        String said = letter.getMessage().isEmpty() ? "no reason given" : letter.getMessage();
        return switch (letter.getReason()) {
            case INVALID -> "the worker's receipt is INVALID (" + said + ")";
            case BATCH_FAILED -> "the worker reported that its batch failed (" + said + ")";
            case ATTEMPTS_EXHAUSTED -> "too many of its turns were lost or failed, the last one because " + said;
        };
    }

    /**
     * Returns the number of batches in words, and resets it: an id may be used again, and later batches are those of
     * another transaction.
     */
    private String attempts(String shard) {
        Integer count = batches.remove(shard);
        return count == null ? "" : " after " + (count == 1 ? "1 batch" : count + " batches");
    }

    /** Returns how a transaction ended, or null if the decisions contain no end. */
    @Nullable
    Answer ending() {
        return ending;
    }

    /**
     * Returns a phrase with the number of batches that contained a pending transaction before; {@code out} batches have
     * not ended.
     */
    String before(String shard, int out) {
        int count = batches.getOrDefault(shard, 0) - out;
        return count < 1 ? "" : ", after " + (count == 1 ? "1 batch" : count + " batches") + " that did not execute it";
    }
}
