package dev.rota.shards.scheduler;

import dev.rota.engine.Nullable;
import dev.rota.shards.BlockEnvironment;
import dev.rota.shards.PoolControl;
import dev.rota.shards.PoolPolicy;
import dev.rota.shards.ShardCause;
import dev.rota.shards.ShardClosed;
import dev.rota.shards.ShardPaused;
import dev.rota.shards.ShardReopened;
import dev.rota.shards.ShardResumed;
import dev.rota.shards.ShardStatus;
import java.math.BigInteger;
import java.util.stream.LongStream;
import org.apache.avro.specific.SpecificRecord;

/** Models a pool's controls: its environment, its policy, and operators' commands on shards. */
final class NaiveControls {

    private final NaivePool pool;

    NaiveControls(NaivePool pool) {
        this.pool = pool;
    }

    void take(SpecificRecord event) {
        if (event instanceof BlockEnvironment environment) {
            environment(environment);
        } else if (event instanceof PoolControl control && control.getEvent() instanceof PoolPolicy policy) {
            policy(policy);
        } else if (event instanceof PoolControl control && control.getEvent() instanceof ShardPaused paused) {
            pause(paused.getShard());
        } else if (event instanceof PoolControl control && control.getEvent() instanceof ShardResumed resumed) {
            resume(resumed.getShard());
        } else if (event instanceof PoolControl control && control.getEvent() instanceof ShardClosed closed) {
            close(closed.getShard(), true, ShardCause.CLOSED);
        } else if (event instanceof PoolControl control && control.getEvent() instanceof ShardReopened reopened) {
            close(reopened.getShard(), false, ShardCause.REOPENED);
        } else {
            throw new IllegalArgumentException("expected a pool's event, but it is " + event);
        }
    }

    private void environment(BlockEnvironment next) {
        BlockEnvironment now = pool.environment;
        boolean forced = next.getForce() != null && next.getForce();
        if (now != null && next.getNumber() < now.getNumber()) {
            pool.reject(ShardsReason.ENVIRONMENT_OLDER);
        } else if (now != null && !forced && isFar(now.getNumber(), next.getNumber())) {
            pool.reject(ShardsReason.ENVIRONMENT_TOO_FAR_AHEAD);
        } else {
            pool.environment = BlockEnvironment.newBuilder(next).setForce(null).build();
        }
    }

    private static boolean isFar(long now, long next) {
        BigInteger ahead = BigInteger.valueOf(next).subtract(BigInteger.valueOf(now));
        return ahead.compareTo(BigInteger.valueOf(1_000_000)) > 0;
    }

    private void policy(PoolPolicy policy) {
        boolean low = LongStream.of(
                        policy.getBatchTransactionsMax(),
                        policy.getBatchBytesMax(),
                        policy.getBatchTimeoutMs(),
                        policy.getAttemptsMax(),
                        policy.getWorkerTimeoutMs(),
                        policy.getRetryWithinMs(),
                        policy.getWorkerRestMs(),
                        policy.getShardPendingMax(),
                        policy.getPendingTransactionsMax())
                .anyMatch(number -> number < 1);
        Long turnMsMax = policy.getTurnMsMax();
        if (policy.getQuantumMs() < 0
                || (turnMsMax != null && turnMsMax < 1)
                || policy.getWorkerFailuresMax() < 0
                || low
                || !isWindow(policy.getRememberedIds())
                || !areDelays(policy)
                || changesStateless(policy)) {
            pool.reject(ShardsReason.POLICY_INVALID);
        } else {
            pool.policy = policy;
            pool.hasPolicy = true;
        }
    }

    private static boolean isWindow(int remembered) {
        return remembered >= 0 && remembered <= 100_000;
    }

    private static boolean areDelays(PoolPolicy policy) {
        long month = 30L * 24 * 3_600_000;
        return policy.getRetryDelayMs() >= 0
                && policy.getRetryDelayMaxMs() >= policy.getRetryDelayMs()
                && policy.getRetryDelayMaxMs() <= month
                && policy.getRetryFactor() >= 1
                && policy.getRetryFactor() <= 100;
    }

    /** The first policy decides whether a pool is stateless, but not after its first turn. */
    private boolean changesStateless(PoolPolicy policy) {
        boolean isOpen = !pool.hasPolicy && pool.token == 0;
        return !isOpen && policy.getStateless() != pool.policy.getStateless();
    }

    /** Returns a shard, which begins to exist if the pool does not know which shards it has had. */
    private @Nullable NaiveShard shard(String id) {
        if (pool.shard(id) == null && pool.policy.getStateless()) {
            pool.shards.add(new NaiveShard(id));
        }
        return pool.shard(id);
    }

    private void pause(String id) {
        NaiveShard shard = shard(id);
        if (shard == null) {
            pool.reject(ShardsReason.SHARD_UNKNOWN);
        } else if (!shard.paused) {
            shard.paused = true;
            if (shard.status == ShardStatus.PENDING) {
                pool.queue.remove(shard);
                shard.status = ShardStatus.IDLE;
            }
            pool.changed(shard, ShardCause.PAUSED);
        }
    }

    private void close(String id, boolean closed, ShardCause cause) {
        NaiveShard shard = closed ? shard(id) : pool.shard(id);
        if (shard == null) {
            pool.reject(ShardsReason.SHARD_UNKNOWN);
        } else if (shard.closed != closed) {
            shard.closed = closed;
            pool.changed(shard, cause);
        }
    }

    private void resume(String id) {
        NaiveShard shard = pool.shard(id);
        if (shard == null) {
            pool.reject(ShardsReason.SHARD_UNKNOWN);
        } else if (shard.paused) {
            shard.paused = false;
            boolean waits = shard.isDelayed() && shard.delayedUntil > pool.now;
            if (shard.status == ShardStatus.IDLE && !shard.pending.isEmpty() && !waits) {
                new NaiveQueue(pool).end(shard, ShardCause.RESUMED);
            } else {
                pool.changed(shard, ShardCause.RESUMED);
            }
        }
    }
}
