package dev.rota.shards.explain;

import dev.rota.engine.Decision;
import dev.rota.engine.Nullable;
import dev.rota.engine.Position;
import dev.rota.engine.Rejection;
import dev.rota.engine.text.Phrases;
import dev.rota.shards.DeadLetter;
import dev.rota.shards.ShardState;
import dev.rota.shards.ShardStatus;

/** Follows the decisions about one shard: its last lost turn, and its last dead letter. */
final class ShardTurns {

    private final String shard;
    private @Nullable ShardState running;
    private @Nullable LostTurn lost;

    /** The latest rejection of receipts, which precedes the loss that it causes. */
    private @Nullable Rejection mismatch;

    private @Nullable Position mismatchCause;

    private @Nullable DeadLetter letter;
    private long letterTime;
    private long letters;

    ShardTurns(String shard) {
        this.shard = shard;
    }

    void decided(Decision decision) {
        if (decision.value() instanceof Rejection rejection
                && rejection.getReason().equals("RECEIPTS_MISMATCH")) {
            mismatch = rejection;
            mismatchCause = decision.cause();
        } else if (decision.value() instanceof ShardState state
                && state.getShard().equals(shard)) {
            changed(state, decision);
        } else if (decision.value() instanceof DeadLetter its && its.getShard().equals(shard)) {
            letter = its;
            letterTime = decision.time();
            letters++;
        }
    }

    private void changed(ShardState state, Decision decision) {
        if (state.getState() == ShardStatus.RUNNING) {
            running = state;
            return;
        }
        if (running != null
                && running.getToken() != null
                && running.getWorker() != null
                && LostTurn.isLoss(state.getCause())) {
            Rejection objection = decision.cause().equals(mismatchCause) ? mismatch : null;
            lost = new LostTurn(
                    running.getToken(),
                    running.getWorker(),
                    state.getCause(),
                    decision.time(),
                    objection == null ? null : objection.getMessage());
        }
        running = null;
    }

    /** Returns a clause about the last dead letter; empty if the decisions contain none. */
    String lastLetter() {
        return letter == null
                ? ""
                : "; " + (letters == 1 ? "its only dead letter" : "the last of its " + letters + " dead letters")
                        + " is transaction " + letter.getTransaction() + " " + Phrases.at(letterTime) + ", "
                        + letter.getReason() + ": " + TransactionHistory.why(letter);
    }

    /** Returns the last lost turn, or null if the decisions contain none. */
    @Nullable
    LostTurn lost() {
        return lost;
    }
}
