package dev.rota.shards.scheduler;

import dev.rota.engine.Ids;
import dev.rota.engine.Nullable;
import dev.rota.shards.Batch;
import dev.rota.shards.PoolPolicy;
import dev.rota.shards.ShardCause;
import dev.rota.shards.ShardStatus;
import dev.rota.shards.Transaction;
import dev.rota.shards.shard.Content;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Models a pool's queue: which shards wait, which is next, and its next batch. */
final class NaiveQueue {

    private final NaivePool pool;

    NaiveQueue(NaivePool pool) {
        this.pool = pool;
    }

    /** Queues a shard that is idle, not paused, waits for no retry and has pending work; otherwise does nothing. */
    void schedule(NaiveShard shard, ShardCause cause) {
        if (shard.status == ShardStatus.IDLE && !shard.paused && !shard.isDelayed() && !shard.pending.isEmpty()) {
            end(shard, cause);
        }
    }

    /** Puts a shard at the queue's end. */
    void end(NaiveShard shard, ShardCause cause) {
        shard.status = ShardStatus.PENDING;
        shard.since = pool.now;
        shard.delayedUntil = 0;
        shard.failed = shard.failed && isAnotherHealthy(shard.avoids);
        shard.retryUntil = pool.in(pool.policy.getRetryWithinMs());
        pool.queue.add(shard);
        pool.changed(shard, cause);
    }

    private boolean isAnotherHealthy(@Nullable String avoided) {
        return pool.workers.stream()
                .anyMatch(worker -> worker.slots > 0 && !health().isSick(worker) && !worker.id.equals(avoided));
    }

    void dispatch() {
        for (NaiveShard shard = next(); shard != null; shard = next()) {
            pool.queue.remove(shard);
            NaiveWorker worker = workerFor(shard);
            NaiveTurn turn = new NaiveTurn(++pool.token, shard, worker, pool.now, health().isSick(worker));
            pool.turns.add(turn);
            turn.grantedMs = grantedMs(worker);
            shard.status = ShardStatus.RUNNING;
            pool.changed(shard, ShardCause.DISPATCHED);
            batch(turn);
        }
    }

    /** Returns the first shard for which there is a worker. What failed is not tried on the same worker again. */
    private @Nullable NaiveShard next() {
        for (NaiveShard shard : pool.queue) {
            boolean toAny = shard.retries == 0 && !shard.failed;
            boolean fits = free().stream().anyMatch(worker -> toAny || !worker.id.equals(shard.avoids));
            if (fits) {
                return shard;
            }
        }
        return null;
    }

    private NaiveHealth health() {
        return new NaiveHealth(pool);
    }

    /** Returns the free worker with the fewest turns, except for the one to avoid while another is free. */
    private NaiveWorker workerFor(NaiveShard shard) {
        List<NaiveWorker> free = free();
        List<NaiveWorker> others =
                free.stream().filter(worker -> !worker.id.equals(shard.avoids)).toList();
        return (others.isEmpty() ? free : others)
                .stream()
                        .min(Comparator.<NaiveWorker>comparingLong(this::held)
                                .thenComparing(worker -> worker.id, Ids.BY_BYTES))
                        .orElseThrow();
    }

    private List<NaiveWorker> free() {
        List<NaiveWorker> open =
                pool.workers.stream().filter(worker -> worker.slots > 0).toList();
        List<NaiveWorker> withRoom =
                open.stream().filter(worker -> held(worker) < worker.slots).toList();
        if (open.stream().allMatch(health()::isSick)) {
            return !pool.turns.isEmpty()
                    ? List.of()
                    : withRoom.stream()
                            .sorted(Comparator.<NaiveWorker>comparingLong(worker -> health().of(worker.id).restUntil)
                                    .thenComparing(worker -> worker.id, Ids.BY_BYTES))
                            .limit(1)
                            .toList();
        }
        return withRoom.stream().filter(this::mayTry).toList();
    }

    /** Returns whether a worker may get a turn. A sick one has one slot, after its rest. */
    private boolean mayTry(NaiveWorker worker) {
        NaiveRecord record = health().of(worker.id);
        return !record.isSick() || (record.restUntil <= pool.now && held(worker) == 0);
    }

    /** Returns the number of a worker's running and stuck turns. */
    private long held(NaiveWorker worker) {
        return pool.turns(worker).count() + worker.stuck.size();
    }

    /** Dispatches a turn's next batch. */
    void batch(NaiveTurn turn) {
        turn.batch++;
        turn.transactions = collect(turn);
        turn.environment = pool.environment == null ? null : pool.environment.getNumber();
        turn.deadline = pool.in(pool.policy.getBatchTimeoutMs());
        Batch batch = Batch.newBuilder()
                .setPool(pool.name)
                .setWorker(turn.worker.id)
                .setShard(turn.shard.id)
                .setToken(turn.token)
                .setBatch(turn.batch)
                .setQuantumMs(pool.quantumMs(turn))
                .setEnvironment(pool.environment)
                .setParentHeight(turn.shard.height)
                .setTransactions(turn.transactions)
                .setAttempt(turn.shard.losses + 1)
                .setMore(new ArrayList<>())
                .build();
        pool.assign(turn.worker, batch);
    }

    /** Returns a second in a stateless pool if fewer shards wait than slots are free and the quantum is shorter, or 0. */
    private long grantedMs(NaiveWorker worker) {
        long quantum = pool.policy.getQuantumMs();
        long free = pool.workers.stream().mapToLong(this::freeSlots).sum();
        if (!pool.policy.getStateless() || worker.protocol == 0 || quantum == 0 || pool.queue.size() >= free) {
            return 0;
        }
        long longest = Math.min(1_000, pool.turnMsMax());
        return longest > quantum ? longest : 0;
    }

    /** Returns the number of turns that a worker may get. A sick one may get one, after its rest. */
    private long freeSlots(NaiveWorker worker) {
        long free = Math.max(0, worker.slots - held(worker));
        return health().isSick(worker) ? Math.min(mayTry(worker) ? 1 : 0, free) : free;
    }

    /** Returns the policy's limit, or, without states, what is executed in the turn's time and 100 ms if that is less. */
    private long most(NaiveTurn turn) {
        PoolPolicy policy = pool.policy;
        long executed = pool.pace * (Math.min(pool.quantumMs(turn) - turn.elapsedMs, 3_600_000) + 100) / 1_000;
        long limit = policy.getStateless() ? Math.max(16, executed) : Long.MAX_VALUE;
        return Math.min(limit, policy.getBatchTransactionsMax());
    }

    private List<Transaction> collect(NaiveTurn turn) {
        NaiveShard shard = turn.shard;
        if (shard.suspects > 0) {
            return List.of(shard.pending.get(0));
        }
        int count = 0;
        long bytes = 0;
        for (Transaction transaction : shard.pending) {
            bytes += Content.of(transaction).bytes().remaining();
            boolean full = count == most(turn) || bytes > pool.policy.getBatchBytesMax();
            if (full && count > 0) {
                break;
            }
            count++;
        }
        return List.copyOf(shard.pending.subList(0, count));
    }
}
