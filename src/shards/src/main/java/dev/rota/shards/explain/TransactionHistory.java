package dev.rota.shards.explain;

import dev.rota.engine.Answer;
import dev.rota.engine.Decision;
import dev.rota.engine.Nullable;
import dev.rota.engine.text.Phrases;
import dev.rota.shards.Batch;
import dev.rota.shards.DeadLetter;
import dev.rota.shards.Receipt;
import dev.rota.shards.ShardBlock;
import java.util.TreeMap;

/** Follows the decisions about transactions of one id: batches, blocks and dead letters. */
final class TransactionHistory {

    private final String id;

    /** The number of batches that contained it so far, by shard. */
    private final TreeMap<String, Integer> batches = new TreeMap<>();

    private @Nullable Answer ending;

    TransactionHistory(String id) {
        this.id = id;
    }

    void decided(Decision decision) {
        if (decision.value() instanceof Batch batch) {
            if (batch.getTransactions().stream().anyMatch(one -> one.getId().equals(id))) {
                batches.merge(batch.getShard(), 1, Integer::sum);
            }
        } else if (decision.value() instanceof ShardBlock block) {
            for (Receipt receipt : block.getReceipts()) {
                if (receipt.getTransaction().equals(id)) {
                    executed(block, receipt, decision.time());
                }
            }
        } else if (decision.value() instanceof DeadLetter letter
                && letter.getTransaction().equals(id)) {
            dead(letter, decision.time());
        }
    }

    private void executed(ShardBlock block, Receipt receipt, long time) {
        ending = new Answer(
                "EXECUTED",
                "transaction " + id + " of shard " + block.getShard() + " is in block " + block.getHeight() + ", "
                        + receipt.getStatus() + (receipt.getReason().isEmpty() ? "" : " (" + receipt.getReason() + ")")
                        + ", executed by worker " + block.getWorker() + " in turn " + block.getToken() + " "
                        + Phrases.at(time) + attempts(block.getShard()));
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
