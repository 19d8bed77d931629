package dev.rota.shards.view;

import dev.rota.engine.Nullable;
import dev.rota.engine.PageSnapshot;
import dev.rota.shards.PoolPolicy;
import dev.rota.shards.WaitingShard;
import dev.rota.shards.pool.Pool;
import dev.rota.shards.pool.Turn;
import dev.rota.shards.shard.Shard;
import dev.rota.shards.workers.PoolWorker;
import dev.rota.shards.workers.SlotTotals;
import dev.rota.shards.workers.WorkerRecord;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * A snapshot of a pool for its pages, as of one log position: totals, and the beginning of each list. Taking one costs
 * some microseconds per listed shard, however many shards and transactions there are.
 *
 * @param queue the first waiting shards
 * @param delays the shards that wait for a retry, those that are queued first
 * @param turns the turns that have lasted longest
 * @param workers the first workers by id
 * @param troubled the first workers that are sick, draining, silent or have stuck slots
 */
public record PoolState(
        String pool,
        long asOf,
        Policy policy,
        long pending,
        int queued,
        List<QueuedShard> queue,
        int delayed,
        List<DelayedLine> delays,
        int running,
        List<TurnLine> turns,
        Slots slots,
        List<WorkerLine> workers,
        int troubledCount,
        List<WorkerLine> troubled)
        implements PageSnapshot {

    public PoolState {
        // another instance's page may have been taken by an earlier build
        delays = delays == null ? List.of() : delays;
        policy = policy == null ? new Policy(0, 0, 0) : policy;
        slots = slots == null ? new Slots(0, 0, 0, 0, 0, 0, 0) : slots;
    }

    /** The name of the page. */
    public static final String NAME = "state.json";

    /** The maximum number of listed shards of the queue. */
    static final int QUEUE_MAX = 100;

    /** The maximum number of listed shards that wait for a retry. */
    static final int DELAYS_MAX = 100;

    /** The maximum number of listed turns; the turns of listed workers are listed there too. */
    static final int TURNS_MAX = 100;

    /** The part of the pool's policy that is shown. */
    public record Policy(long quantumMs, long batchTimeoutMs, int attemptsMax) {
        static Policy of(PoolPolicy policy) {
            return new Policy(policy.getQuantumMs(), policy.getBatchTimeoutMs(), policy.getAttemptsMax());
        }
    }

    /**
     * A waiting shard.
     *
     * @param notOn the worker on which its batch failed, and on which it is not tried again for now
     */
    public record QueuedShard(
            String shard,
            int position,
            long since,
            long pending,
            int losses,
            long suspects,
            @Nullable String notOn) {}

    /**
     * A shard that waits for the retry of its first transaction.
     *
     * @param until when it is queued
     * @param retries the number of retries of that transaction in a row
     * @param failures the number of its turns in a row that were lost or failed
     * @param reason the reason of the latest receipt that asked for a retry
     */
    public record DelayedLine(String shard, long until, long pending, long retries, int failures, String reason) {}

    /**
     * A turn with its current batch.
     *
     * @param size the number of the batch's unreported transactions
     * @param sentAt when the batch was sent, or its worker last reported a part of it and went on
     */
    public record TurnLine(
            String shard,
            String worker,
            long token,
            long begunAt,
            long quantumMs,
            int batch,
            int size,
            long sentAt,
            long deadline,
            long pending) {}

    /** The slots of all workers. */
    public record Slots(int workers, long slots, long free, long running, long stuck, int sick, int draining) {
        static Slots of(SlotTotals totals) {
            return new Slots(
                    totals.workers(),
                    totals.slots(),
                    totals.free(),
                    totals.running(),
                    totals.stuck(),
                    totals.sick(),
                    totals.draining());
        }
    }

    /**
     * A worker.
     *
     * @param restUntil when its rest ends, or null if it is not sick
     * @param silent whether it has been silent for longer than its timeout, in time that is not all attended
     * @param failures the number of consecutive failures of transactions that other workers executed
     */
    public record WorkerLine(
            String worker,
            String incarnation,
            int slots,
            int taken,
            int stuck,
            @Nullable Long restUntil,
            boolean silent,
            long heardAt,
            long deadline,
            int failures,
            List<TurnLine> turns) {}

    /** Takes a snapshot of a pool between two records. */
    public static PoolState of(Pool pool, String name, long now) {
        WorkerReading workers = WorkerReading.of(pool, now);
        List<WaitingShard> waiting = pool.queue().first(QUEUE_MAX);
        return new PoolState(
                name,
                now,
                Policy.of(pool.policy()),
                pool.pending(),
                pool.queue().size(),
                IntStream.range(0, waiting.size())
                        .mapToObj(i -> queued(pool, waiting.get(i), i + 1))
                        .toList(),
                pool.delayed().size(),
                pool.delayed().first(DELAYS_MAX).stream()
                        .map(id -> delayed(pool, id))
                        .toList(),
                pool.turns().size(),
                pool.turns().first(TURNS_MAX).stream()
                        .map(turn -> turn(pool, turn))
                        .toList(),
                Slots.of(pool.workers().totals()),
                workers.all(),
                workers.troubledCount(),
                workers.troubled());
    }

    private static QueuedShard queued(Pool pool, WaitingShard waiting, int position) {
        Shard shard = Objects.requireNonNull(pool.shards().look(waiting.getShard()), "a shard that waits is there");
        boolean givenUp = pool.isRetryGivenUp(shard);
        return new QueuedShard(
                waiting.getShard(),
                position,
                waiting.getSince(),
                shard.pending().count(),
                shard.losses + (givenUp ? 1 : 0),
                Math.max(shard.suspects, givenUp ? shard.retries : 0),
                waiting.getNotOn());
    }

    private static DelayedLine delayed(Pool pool, String id) {
        Shard shard = Objects.requireNonNull(pool.shards().look(id), "a shard that waits is there");
        return new DelayedLine(
                id, shard.delayedUntil, shard.pending().count(), shard.delays, shard.losses, shard.retryReason);
    }

    static TurnLine turn(Pool pool, Turn turn) {
        Shard shard = Objects.requireNonNull(pool.shards().look(turn.shard()), "a shard that runs is there");
        return new TurnLine(
                turn.shard(),
                turn.worker().id,
                turn.token(),
                turn.begunAt(),
                pool.quantumMs(turn.grantedMs()),
                turn.batch(),
                turn.size(),
                turn.sentAt(),
                turn.deadline(),
                shard.pending().count());
    }

    static WorkerLine worker(Pool pool, PoolWorker worker, boolean silent, List<TurnLine> turns) {
        WorkerRecord record = pool.records().find(worker.id);
        return new WorkerLine(
                worker.id,
                worker.incarnation,
                worker.slots,
                worker.turns.size(),
                worker.stuck.size(),
                record != null && record.isSick() ? record.restUntil : null,
                silent,
                worker.heardAt,
                worker.deadline,
                record == null ? 0 : record.failures,
                turns);
    }

    @Override
    public Object content(String page) {
        return this;
    }
}
