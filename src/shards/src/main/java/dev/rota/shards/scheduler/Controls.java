package dev.rota.shards.scheduler;

import dev.rota.engine.Nullable;
import dev.rota.shards.BlockEnvironment;
import dev.rota.shards.PoolPolicy;
import dev.rota.shards.pool.Pool;
import dev.rota.shards.shard.Shard;
import dev.rota.shards.tables.ShardsLimits;

/**
 * Handles operators' events: the policy, shards that are paused, resumed, closed and reopened, and the environment in
 * which shards execute.
 */
final class Controls {

    private final Pool pool;

    Controls(Pool pool) {
        this.pool = pool;
    }

    void environment(BlockEnvironment next) {
        BlockEnvironment now = pool.environment();
        if (now != null && next.getNumber() < now.getNumber()) {
            pool.reject(
                    ShardsReason.ENVIRONMENT_OLDER,
                    "expected an environment from " + now.getNumber() + " on, but it is " + next.getNumber());
            return;
        }
        if (now != null && !Boolean.TRUE.equals(next.getForce()) && isTooFarAhead(now.getNumber(), next.getNumber())) {
            pool.reject(
                    ShardsReason.ENVIRONMENT_TOO_FAR_AHEAD,
                    "expected an environment at most " + ShardsLimits.ENVIRONMENT_JUMP_MAX + " above "
                            + now.getNumber() + ", but it is " + next.getNumber()
                            + "; if the number is right, send it again with force: true");
            return;
        }
        // the batches carry the environment, and its force is decided here only
        pool.environment(BlockEnvironment.newBuilder(next).setForce(null).build());
    }

    /**
     * Returns whether a number is too far above the one in force. The difference of the two may exceed a long, so it is
     * not computed.
     */
    private static boolean isTooFarAhead(long now, long next) {
        return now <= Long.MAX_VALUE - ShardsLimits.ENVIRONMENT_JUMP_MAX
                && next > now + ShardsLimits.ENVIRONMENT_JUMP_MAX;
    }

    void policy(PoolPolicy next) {
        String wrong = wrong(next);
        wrong = wrong != null ? wrong : changesStateless(next);
        if (wrong != null) {
            pool.reject(ShardsReason.POLICY_INVALID, "expected " + wrong);
            return;
        }
        pool.policy(next);
    }

    /**
     * Returns a shard; rejects the event and returns null if there is none.
     *
     * @param creates whether the event has an effect on a shard that has had no transaction. A pool without blocks does
     *     not know which have
     */
    private @Nullable Shard named(String id, boolean creates) {
        Shard shard = pool.shards().get(id);
        if (shard == null && creates && pool.isStateless()) {
            return pool.shards().create(id);
        }
        if (shard == null) {
            pool.reject(ShardsReason.SHARD_UNKNOWN, "expected a shard, but there is none named " + id);
        }
        return shard;
    }

    void pause(String id) {
        Shard shard = named(id, true);
        if (shard != null && !shard.paused) {
            new ShardTransitions(pool).pause(shard);
        }
    }

    void resume(String id) {
        Shard shard = named(id, false);
        if (shard != null && shard.paused) {
            new ShardTransitions(pool).resume(shard);
        }
    }

    void close(String id, boolean closed) {
        Shard shard = named(id, closed);
        if (shard != null && shard.closed != closed) {
            new ShardTransitions(pool).close(shard, closed);
        }
    }

    /**
     * Returns what is wrong if a policy changes whether the pool has state, or null if it does not. The first policy
     * decides, unless the pool has had turns before, which were stateful.
     */
    private @Nullable String changesStateless(PoolPolicy next) {
        boolean now = pool.policy().getStateless();
        return next.getStateless() == now || pool.mayBecomeStateless()
                ? null
                : "stateless to stay " + now + ", which the pool's first policy or turn has decided, but it is "
                        + next.getStateless();
    }

    /** Returns what is wrong with a policy, or null if it is valid. */
    private static @Nullable String wrong(PoolPolicy policy) {
        String wrong = below("quantumMs", policy.getQuantumMs(), 0);
        Long turnMsMax = policy.getTurnMsMax();
        wrong = wrong != null || turnMsMax == null ? wrong : below("turnMsMax", turnMsMax, 1);
        wrong = wrong != null ? wrong : below("batchTransactionsMax", policy.getBatchTransactionsMax(), 1);
        wrong = wrong != null ? wrong : below("batchBytesMax", policy.getBatchBytesMax(), 1);
        wrong = wrong != null ? wrong : below("batchTimeoutMs", policy.getBatchTimeoutMs(), 1);
        wrong = wrong != null ? wrong : below("attemptsMax", policy.getAttemptsMax(), 1);
        wrong = wrong != null ? wrong : below("workerTimeoutMs", policy.getWorkerTimeoutMs(), 1);
        wrong = wrong != null ? wrong : below("retryWithinMs", policy.getRetryWithinMs(), 1);
        wrong = wrong != null ? wrong : below("workerFailuresMax", policy.getWorkerFailuresMax(), 0);
        wrong = wrong != null ? wrong : below("workerRestMs", policy.getWorkerRestMs(), 1);
        wrong = wrong != null ? wrong : below("shardPendingMax", policy.getShardPendingMax(), 1);
        wrong = wrong != null ? wrong : below("pendingTransactionsMax", policy.getPendingTransactionsMax(), 1);
        wrong = wrong != null ? wrong : below("rememberedIds", policy.getRememberedIds(), 0);
        wrong = wrong != null ? wrong : wrongDelay(policy);
        return wrong != null
                ? wrong
                : above("rememberedIds", policy.getRememberedIds(), ShardsLimits.REMEMBERED_IDS_MAX);
    }

    /** Returns what is wrong with a policy's delays of retries, or null if they are valid. */
    private static @Nullable String wrongDelay(PoolPolicy policy) {
        long delayMs = policy.getRetryDelayMs();
        String wrong = below("retryDelayMs", delayMs, 0);
        wrong = wrong != null ? wrong : above("retryDelayMs", delayMs, ShardsLimits.RETRY_DELAY_MS_MAX);
        wrong = wrong != null ? wrong : below("retryFactor", policy.getRetryFactor(), 1);
        wrong = wrong != null
                ? wrong
                : above("retryFactor", policy.getRetryFactor(), ShardsLimits.RETRY_DELAY_FACTOR_MAX);
        wrong = wrong != null ? wrong : below("retryDelayMaxMs", policy.getRetryDelayMaxMs(), delayMs);
        return wrong != null
                ? wrong
                : above("retryDelayMaxMs", policy.getRetryDelayMaxMs(), ShardsLimits.RETRY_DELAY_MS_MAX);
    }

    private static @Nullable String above(String field, long value, long most) {
        return value > most ? field + " of at most " + most + ", but it is " + value : null;
    }

    private static @Nullable String below(String field, long value, long least) {
        return value < least ? field + " of at least " + least + ", but it is " + value : null;
    }
}
