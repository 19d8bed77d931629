package dev.rota.shards.explain;

import dev.rota.engine.Answer;
import dev.rota.engine.Decision;
import dev.rota.engine.Inquiry;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import dev.rota.engine.Tables;
import dev.rota.engine.text.Phrases;
import dev.rota.shards.Batch;
import dev.rota.shards.ShardCause;
import dev.rota.shards.ShardState;
import dev.rota.shards.ShardStatus;
import dev.rota.shards.WorkerChange;
import dev.rota.shards.pool.Pool;
import dev.rota.shards.pool.Turn;
import dev.rota.shards.workers.PoolWorker;
import dev.rota.shards.workers.WorkerRecord;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** Explains what a worker runs, how many of its slots are free, and when its silence will be judged. */
public final class WorkerExplainer implements Inquiry {

    private final String id;
    private final PoolSource pools;

    /** Shards that it runs, according to the decisions. */
    private final Set<String> shards = new TreeSet<>();

    private boolean named;
    private @Nullable String gone;
    private @Nullable String last;

    public WorkerExplainer(String id, PoolSource pools) {
        this.id = id;
        this.pools = pools;
    }

    @Override
    public void decided(Decision decision) {
        if (decision.value() instanceof Batch batch && batch.getWorker().equals(id)) {
            named = true;
        } else if (decision.value() instanceof ShardState state) {
            changed(state, decision.time());
        } else if (decision.value() instanceof WorkerChange change
                && change.getWorker().equals(id)) {
            named = true;
            last = change.getKind() + " " + Phrases.at(decision.time()) + ", " + change.getReason();
        }
    }

    private void changed(ShardState state, long time) {
        if (state.getState() == ShardStatus.RUNNING) {
            if (id.equals(state.getWorker())) {
                shards.add(state.getShard());
            }
        } else if (shards.remove(state.getShard())) {
            ShardCause cause = state.getCause();
            if (cause == ShardCause.WORKER_LOST || cause == ShardCause.WORKER_LEFT) {
                gone = cause + " " + Phrases.at(time) + ", when it ran shard " + state.getShard();
            }
        }
    }

    @Override
    public @Nullable Answer answer(Tables tables, long now, Parallel parallel) {
        Pool pool = pools.of(tables);
        PoolWorker worker = pool.workers().get(id);
        if (worker != null) {
            return new Answer(
                    state(worker),
                    "as of " + Phrases.utc(now) + " worker " + id + sentence(pool, worker, now) + replaced(pool));
        }
        return named
                ? new Answer(
                        "GONE",
                        "worker " + id + " is not in the pool: "
                                + (last == null ? "it left, or was silent for too long" : last)
                                + (gone == null ? "" : "; its last turn on record was lost by " + gone)
                                + sickThoughGone(pool))
                : null;
    }

    private static String state(PoolWorker worker) {
        return worker.isSick() ? "SICK" : worker.slots == 0 ? "DRAINING" : worker.isFree() ? "READY" : "BUSY";
    }

    private static String sentence(Pool pool, PoolWorker worker, long now) {
        return " is " + (worker.isSick() ? sick(pool, worker, now) : slots(worker))
                + (worker.incarnation.isEmpty() ? "" : ", incarnation " + worker.incarnation) + "; "
                + runs(pool, worker) + stuck(worker) + "; it was last heard " + Phrases.at(worker.heardAt)
                + ", and is lost " + Phrases.at(worker.deadline) + " at the earliest if it stays silent";
    }

    private static String sick(Pool pool, PoolWorker worker, long now) {
        WorkerRecord record = Objects.requireNonNull(pool.records().find(worker.id), "a sick worker has a record");
        return "sick: others executed what had failed on it, " + Phrases.count(record.failures, "time") + " in a row; "
                + (record.restUntil > now
                        ? "it gets no new turns " + Phrases.until(record.restUntil)
                        : "it has rested, and gets one turn at a time until one succeeds");
    }

    private String sickThoughGone(Pool pool) {
        WorkerRecord record = pool.records().find(id);
        return record == null || !record.isSick()
                ? ""
                : "; it is sick, also if it comes back: others executed what had failed on it";
    }

    /** Returns a phrase with the number of its replaced incarnations. */
    private String replaced(Pool pool) {
        WorkerRecord record = pool.records().find(id);
        int replaced = record == null ? 0 : record.replaced();
        return replaced == 0
                ? ""
                : "; " + Phrases.count(replaced, "incarnation") + " of this name " + (replaced == 1 ? "was" : "were")
                        + " replaced by another";
    }

    private static String slots(PoolWorker worker) {
        if (worker.slots == 0) {
            return "draining: it announced 0 slots and gets no turn";
        }
        int free = Math.max(0, worker.slots - worker.load());
        return (free == 0 ? "busy, " : "ready, ") + free + " of " + Phrases.count(worker.slots, "slot") + " free";
    }

    private static String runs(Pool pool, PoolWorker worker) {
        return worker.turns.isEmpty()
                ? "it runs nothing"
                : "it runs "
                        + Phrases.row(worker.turns, token -> turn(pool.turns().expect(token)), " and ");
    }

    private static String turn(Turn turn) {
        return "shard " + turn.shard() + " (turn " + turn.token() + ", batch " + turn.batch() + " of "
                + Phrases.count(turn.size(), "transaction") + ")";
    }

    private static String stuck(PoolWorker worker) {
        return worker.stuck.isEmpty()
                ? ""
                : "; " + Phrases.count(worker.stuck.size(), "slot") + " stuck until "
                        + (worker.stuck.size() == 1 ? "turn " : "turns ")
                        + Phrases.row(worker.stuck, String::valueOf, " and ")
                        + (worker.stuck.size() == 1 ? " is" : " are") + " reported, lost by BATCH_TIMEOUT";
    }
}
