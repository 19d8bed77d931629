package dev.rota.worker.verify;

import dev.rota.engine.Nullable;
import dev.rota.shards.Batch;
import dev.rota.shards.BlockEnvironment;
import dev.rota.shards.BlockHash;
import dev.rota.shards.DeadLetter;
import dev.rota.shards.DeadLetterReason;
import dev.rota.shards.ShardBlock;
import dev.rota.worker.TransactionExecutor;
import dev.rota.worker.state.Head;
import dev.rota.worker.state.ShardStates;
import dev.rota.worker.verify.ShardVerification.Kept;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Verifies one shard's blocks in order, up to the first invalid one. */
final class ShardWalk {

    private final String shard;
    private final ShardStates states;
    private final TransactionExecutor executor;
    private final Kept kept;
    private final Heights notCompared = new Heights();
    private final List<DeadLetter> invalid = new ArrayList<>();
    private long transactions;

    /** The current batch. */
    @Nullable
    private Batch batch;

    @Nullable
    private ShardBlock block;

    @Nullable
    private String divergence;

    ShardWalk(String shard, ShardStates states, TransactionExecutor executor, Kept kept) {
        this.shard = shard;
        this.states = states;
        this.executor = executor;
        this.kept = kept;
    }

    /** Begins the next batch; the previous one had no result. */
    void take(Batch next) {
        batch = next;
    }

    void take(ShardBlock next) {
        block = next;
    }

    void take(DeadLetter letter) {
        if (letter.getReason() == DeadLetterReason.INVALID) {
            invalid.add(letter);
        } else {
            // the batch failed, or exceeded its attempts: nothing was executed
            batch = null;
        }
    }

    /** Checks a report, now that it is complete. */
    void settle() {
        if (divergence == null && (block != null || !invalid.isEmpty())) {
            divergence = judged(block);
        }
        batch = null;
        block = null;
        invalid.clear();
    }

    private @Nullable String judged(@Nullable ShardBlock made) {
        if (made == null) {
            return again(null);
        }
        String wrong = wrong(made, states.head(shard));
        wrong = wrong != null ? wrong : again(made);
        if (wrong != null) {
            return "block " + made.getHeight() + " does not: " + wrong;
        }
        states.apply(made);
        states.commit();
        transactions += made.getReceipts().size();
        return null;
    }

    /** Returns why a block does not follow the head, or does not match its hash, or null if it is valid. */
    private @Nullable String wrong(ShardBlock made, Head head) {
        if (made.getHeight() != head.height() + 1) {
            return "expected block " + (head.height() + 1) + ", but it is block " + made.getHeight();
        }
        if (!made.getParentHash().equals(head.hash())) {
            return "expected it to follow " + head.hash() + ", but it follows " + made.getParentHash();
        }
        String hash = BlockHash.of(made);
        return hash.equals(made.getHash())
                ? null
                : "expected its hash to be " + hash + ", but it says " + made.getHash();
    }

    /** Returns how executing the batch again differs, or null if it does not, or if the batch no longer exists. */
    private @Nullable String again(@Nullable ShardBlock made) {
        Batch sent = batch;
        if (sent == null || (made != null ? !carries(sent, made) : !carries(sent, invalid.get(0)))) {
            return missing(made);
        }
        if (made != null) {
            BlockEnvironment environment = sent.getEnvironment();
            Long number = environment == null ? null : (Long) environment.getNumber();
            if (!Objects.equals(number, made.getEnvironmentNumber())) {
                return "expected the environment " + number + ", but it is " + made.getEnvironmentNumber();
            }
            if (!sent.getWorker().equals(made.getWorker())) {
                return "expected worker " + sent.getWorker() + ", but it is " + made.getWorker();
            }
        }
        return new BatchCheck(sent, made, invalid, kept.deadLetters()).divergence(executor, states.view(shard));
    }

    private boolean carries(Batch sent, ShardBlock made) {
        return sent.getToken() == made.getToken() && sent.getParentHeight() == made.getHeight() - 1;
    }

    private static boolean carries(Batch sent, DeadLetter letter) {
        return letter.getToken() != null && letter.getToken() == sent.getToken();
    }

    private @Nullable String missing(@Nullable ShardBlock made) {
        if (made == null) {
            return kept.batches()
                    ? "transaction " + invalid.get(0).getTransaction() + " is a dead letter of token "
                            + invalid.get(0).getToken() + ", and no batch of it is out"
                    : null;
        }
        if (kept.batches()) {
            return "expected a batch of token " + made.getToken() + " on block " + (made.getHeight() - 1)
                    + ", but none is out";
        }
        notCompared.add(made.getHeight());
        return null;
    }

    VerifiedShard verified() {
        Head head = states.head(shard);
        return new VerifiedShard(shard, head.height(), transactions, head, notCompared.text(), divergence);
    }
}
