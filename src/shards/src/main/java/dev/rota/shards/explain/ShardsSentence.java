package dev.rota.shards.explain;

import dev.rota.engine.text.Phrases;
import dev.rota.shards.Batch;
import dev.rota.shards.DeadLetter;
import dev.rota.shards.ReceiptsCommitted;
import dev.rota.shards.ShardBlock;
import dev.rota.shards.ShardState;
import dev.rota.shards.WorkerChange;
import org.apache.avro.specific.SpecificRecord;

/** Formats decisions of the shards scheduler as sentences. */
public final class ShardsSentence {

    private ShardsSentence() {}

    public static String of(SpecificRecord decision) {
        if (decision instanceof Batch batch) {
            return "worker " + batch.getWorker() + " is to execute "
                    + Phrases.count(batch.getTransactions().size(), "transaction") + " of shard " + batch.getShard()
                    + ", batch "
                    + batch.getBatch() + " of turn " + batch.getToken()
                    + (batch.getMore().isEmpty()
                            ? ""
                            : ", and " + Phrases.count(batch.getMore().size(), "turn") + " of other shards");
        } else if (decision instanceof ShardBlock block) {
            return "shard " + block.getShard() + " has block " + block.getHeight() + " with "
                    + Phrases.count(block.getReceipts().size(), "transaction") + ", executed by worker "
                    + block.getWorker();
        } else if (decision instanceof ReceiptsCommitted committed) {
            int transactions = committed.getBatches().stream()
                    .mapToInt(batch -> batch.getReceipts().size())
                    .sum();
            return "worker " + committed.getWorker() + " has executed " + Phrases.count(transactions, "transaction")
                    + " of " + Phrases.count(committed.getBatches().size(), "shard");
        } else if (decision instanceof DeadLetter letter) {
            return "transaction " + letter.getTransaction() + " of shard " + letter.getShard()
                    + " is a dead letter, " + letter.getReason()
                    + (letter.getMessage().isEmpty() ? "" : ": " + letter.getMessage());
        }
        if (decision instanceof WorkerChange change) {
            return worker(change);
        }
        return decision instanceof ShardState state
                ? state(state)
                : decision.getSchema().getName();
    }

    private static String worker(WorkerChange change) {
        String worker = "worker " + change.getWorker();
        String what = switch (change.getKind()) {
            case READY -> worker + " is ready with " + Phrases.count(change.getSlots(), "slot");
            case DRAINING -> worker + " is draining";
            case SICK -> worker + " is sick and rests";
            case RECOVERED -> worker + " has recovered";
            case LOST -> worker + " is lost";
            case LEFT -> worker + " has left";
            case SUPERSEDED -> worker + " was superseded";
        };
        return what + (change.getReason().isEmpty() ? "" : ": " + change.getReason());
    }

    private static String state(ShardState state) {
        String shard = "shard " + state.getShard();
        String cause = " (" + state.getCause() + ")";
        return switch (state.getState()) {
            case IDLE -> shard + " is idle" + cause;
            case PENDING ->
                shard + " waits for a turn with " + Phrases.count(state.getPending(), "transaction") + cause;
            case RUNNING ->
                shard + " runs on worker " + state.getWorker() + ", turn " + state.getToken() + ", after "
                        + state.getWaitedMs() + " ms in the queue" + cause;
        };
    }
}
