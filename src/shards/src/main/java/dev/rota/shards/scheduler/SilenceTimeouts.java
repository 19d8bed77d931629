package dev.rota.shards.scheduler;

import dev.rota.engine.AttendedTimers;
import dev.rota.shards.ShardCause;
import dev.rota.shards.pool.Pool;
import dev.rota.shards.pool.Turn;
import dev.rota.shards.workers.PoolWorker;

/**
 * Judges silence: of workers that do not report a batch in time, and of workers that send nothing. Only attended time
 * counts.
 */
final class SilenceTimeouts {

    private final Pool pool;

    SilenceTimeouts(Pool pool) {
        this.pool = pool;
    }

    /**
     * Judges the turns and workers whose deadline is due. If some attended time is left, the deadline is moved by it;
     * the deadlines of all others stay, and {@link #finish} handles them.
     */
    void judge(long due) {
        AttendedTimers silence = pool.step().attended();
        for (Turn turn : pool.turns().due(due)) {
            long over = silence.over(turn.sentAt(), turn.timeoutMs());
            if (over > pool.now()) {
                pool.turns().put(turn.withDeadline(over));
            }
        }
        for (PoolWorker worker : pool.workers().due(due)) {
            long over = silence.over(worker.heardAt, worker.timeoutMs);
            if (over > pool.now()) {
                pool.workers().deadline(worker, over);
            }
        }
        pool.judgedTo(due);
    }

    /**
     * Handles overdue batches by token, then silent workers by id; returns whether the step had room for all of them.
     * The following step handles the others, and nothing is dispatched until then.
     */
    boolean finish() {
        for (Turn turn : pool.turns().due(pool.judgedTo())) {
            if (!pool.step().hasRoom()) {
                return false;
            }
            new TurnFailure(pool).lose(turn, ShardCause.BATCH_TIMEOUT, "the batch was not reported by its deadline");
            pool.workers().stick(turn.worker(), turn.token());
        }
        for (PoolWorker worker : pool.workers().due(pool.judgedTo())) {
            if (!pool.step().hasRoom()) {
                return false;
            }
            new Presence(pool).silent(worker);
        }
        return true;
    }
}
