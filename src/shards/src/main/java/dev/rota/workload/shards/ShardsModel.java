package dev.rota.workload.shards;

import dev.rota.engine.Decision;
import dev.rota.engine.Rejection;
import dev.rota.shards.Batch;
import dev.rota.shards.Batches;
import dev.rota.shards.DeadLetter;
import dev.rota.shards.ReceiptsCommitted;
import dev.rota.shards.ShardState;
import dev.rota.shards.ShardStatus;
import dev.rota.shards.Transaction;
import dev.rota.shards.WorkerChange;
import dev.rota.workload.whatif.Group;
import dev.rota.workload.whatif.Happening;
import dev.rota.workload.whatif.Learner;
import dev.rota.workload.whatif.PartyModel;
import dev.rota.workload.whatif.Tally;
import dev.rota.workload.whatif.Vocabulary;
import java.util.List;

/** Models the workers of a pool. */
final class ShardsModel implements PartyModel {

    /** The reasons for which a transaction is not accepted. */
    private static final List<String> NOT_ACCEPTED =
            List.of("TRANSACTION_EXISTS", "SHARD_FULL", "POOL_FULL", "SHARD_CLOSED");

    static final Group WORKERS = new Group("workers", "");

    @Override
    public Learner learner(String unit, Tally recorded) {
        return new ShardsLearner(recorded);
    }

    @Override
    public Vocabulary vocabulary() {
        return new ShardsVocabulary();
    }

    /**
     * Returns the name of a transaction in the tally: its id is unique in its shard only. Slashes of the shard are
     * encoded, so the first one ends it: shard {@code a/b} with transaction {@code c} is not shard {@code a} with
     * transaction {@code b/c}.
     */
    static String name(String shard, String transaction) {
        return shard.replace("%", "%25").replace("/", "%2F") + "/" + transaction;
    }

    @Override
    public void count(Happening event, Tally tally) {
        if (event.value() instanceof Transaction transaction) {
            tally.waits(shard(transaction.getShard()), name(transaction.getShard(), transaction.getId()), event.time());
        }
    }

    private static Group shard(String shard) {
        return new Group("shard", shard);
    }

    @Override
    public void count(Decision decision, Tally tally) {
        long time = decision.time();
        if (decision.value() instanceof Batch record) {
            Batches.of(record).forEach(batch -> count(batch, time, tally));
        } else if (decision.value() instanceof ReceiptsCommitted committed) {
            // a turn that goes on has its next batch in the same step, or continues with this one
            committed.getBatches().stream()
                    .filter(batch -> !batch.getContinues())
                    .forEach(batch -> tally.frees(batch.getShard(), time));
        } else if (decision.value() instanceof ShardState state) {
            count(state, time, tally);
        } else if (decision.value() instanceof DeadLetter letter) {
            tally.add(shard(letter.getShard()), "dead letters");
        } else if (decision.value() instanceof WorkerChange change) {
            count(change, time, tally);
        } else if (decision.value() instanceof Rejection rejection && NOT_ACCEPTED.contains(rejection.getReason())) {
            tally.withdraw();
        }
    }

    private static void count(Batch batch, long time, Tally tally) {
        for (Transaction transaction : batch.getTransactions()) {
            tally.served(name(batch.getShard(), transaction.getId()), time);
        }
        if (batch.getBatch() == 1) {
            tally.add(shard(batch.getShard()), "turns");
        }
        tally.uses(batch.getWorker(), batch.getShard(), time);
    }

    private static void count(ShardState state, long time, Tally tally) {
        Group shard = shard(state.getShard());
        switch (state.getCause()) {
            case RETRY -> tally.add(shard, "retries");
            case WORKER_LOST, WORKER_LEFT, BATCH_TIMEOUT, REPORT_INVALID, BATCH_FAILED ->
                tally.add(shard, "lost turns");
            case SCHEDULED, DISPATCHED, DRAINED, QUANTUM, WORKER_DRAINING, PAUSED, RESUMED, CLOSED, REOPENED -> {
                // as they should be
            }
        }
        if (state.getState() != ShardStatus.RUNNING) {
            tally.frees(state.getShard(), time);
        }
    }

    private static void count(WorkerChange change, long time, Tally tally) {
        switch (change.getKind()) {
            case READY, DRAINING -> tally.slots(change.getWorker(), WORKERS, change.getSlots(), time);
            case LOST, LEFT, SUPERSEDED -> tally.slots(change.getWorker(), WORKERS, 0, time);
            case SICK, RECOVERED -> {
                // its slots stay
            }
        }
    }

    @Override
    public List<String> counts() {
        return List.of("dead letters", "lost turns", "retries", "turns");
    }

    @Override
    public List<String> limits() {
        return List.of(
                "a transaction takes its part of the time that its batch took in the record, and ends as it did there;"
                        + " one that is not in the record takes as long as others of its shard, and succeeds",
                "a batch that failed fails because of one of its transactions, not because of its worker",
                "workers come, change and go as recorded: a transaction that killed its worker does not kill another",
                "state changes and outputs are left out, so hashes of blocks mean nothing",
                "producers do not react: a transaction comes when it was recorded, whatever became of others");
    }
}
