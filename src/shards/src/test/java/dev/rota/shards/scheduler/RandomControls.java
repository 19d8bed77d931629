package dev.rota.shards.scheduler;

import dev.rota.shards.BlockEnvironment;
import dev.rota.shards.FailedBatch;
import dev.rota.shards.PoolControl;
import dev.rota.shards.PoolPolicy;
import dev.rota.shards.ShardClosed;
import dev.rota.shards.ShardPaused;
import dev.rota.shards.ShardReopened;
import dev.rota.shards.ShardResumed;
import dev.rota.testing.Dice;
import java.util.List;

/** Generates random policies, environments and commands of operators. */
final class RandomControls {

    private static final long MONTH_MS = 2_592_000_000L;

    private static final List<Integer> LESS_THAN_ONE = List.of(0, -1, Integer.MIN_VALUE);

    private final Dice dice;
    private final Profile profile;
    private final NaivePool model;
    private final List<String> shards;
    private final boolean showsStates;

    /** @param showsStates whether all states are emitted */
    RandomControls(Dice dice, Profile profile, NaivePool model, List<String> shards, boolean showsStates) {
        this.showsStates = showsStates;
        this.dice = dice;
        this.profile = profile;
        this.model = model;
        this.shards = shards;
    }

    PoolControl pauseOrResume() {
        String shard = dice.oneIn(25) ? "nowhere" : dice.of(shards);
        if (dice.oneIn(4)) {
            return control(dice.oneIn(3) ? new ShardClosed(shard) : new ShardReopened(shard));
        }
        return control(dice.oneIn(2) ? new ShardPaused(shard) : new ShardResumed(shard));
    }

    /** Returns an environment that is older, the same, the next, a much later one, or one at or beyond the limit. */
    BlockEnvironment environment() {
        long latest = model.environment == null ? dice.below(3) : model.environment.getNumber();
        long number = latest + dice.of(0L, 1L, 1L, 1L, -1L, -5L, 100L, 1_000_000L, 1_000_001L);
        Boolean force = dice.oneIn(4) ? dice.oneIn(2) : null;
        return BlockEnvironment.newBuilder()
                .setPool(RandomHistory.POOL)
                .setNumber(number)
                .setTimestamp((long) dice.below(1_000))
                .setSequencer("seq")
                .setL1GasPrice((long) dice.below(3))
                .setForce(force)
                .build();
    }

    PoolControl policy() {
        PoolPolicy.Builder policy = valid();
        policy.setStateless(model.policy.getStateless() != dice.oneIn(profile == Profile.CONTROLS ? 8 : 40));
        if (dice.oneIn(profile == Profile.CONTROLS ? 4 : 12)) {
            spoil(policy);
        }
        return control(policy.build());
    }

    PoolControl firstPolicy() {
        return control(valid().setStateless(dice.oneIn(4)).build());
    }

    private PoolPolicy.Builder valid() {
        PoolPolicy.Builder policy = PoolPolicy.newBuilder()
                .setQuantumMs(dice.of(0L, 1L, 50L, 100L, 100L, 1_000L))
                .setTurnMsMax(dice.oneIn(2) ? null : dice.of(1L, 60L, 1_000L))
                .setBatchTransactionsMax(dice.of(1, 2, 3, 5, 10, 1_000))
                .setAttemptsMax(dice.of(1, 2, 2, 3, 4))
                .setFailedBatch(dice.of(FailedBatch.values()))
                .setRetryWithinMs(dice.of(1L, 50L, 1_000L, 10_000L, 10_000L))
                .setWorkerFailuresMax(dice.of(0, 1, 1, 2, 3))
                .setWorkerRestMs(dice.of(1L, 60L, 500L, 30_000L, 3_600_000L))
                .setStates(dice.oneIn(2) || showsStates)
                .setRememberedIds(dice.of(0, 1, 2, 3, 5, 64, 70, 10_000, 10_000, 100_000));
        delays(policy);
        switch (profile) {
            case TIGHT -> tight(policy);
            case DEADLINES -> deadlines(policy);
            case SICK ->
                policy.setFailedBatch(dice.of(FailedBatch.RETRY, FailedBatch.RETRY, FailedBatch.ISOLATE))
                        .setWorkerFailuresMax(dice.of(1, 1, 2))
                        .setWorkerRestMs(dice.of(1L, 60L, 500L))
                        .setRetryWithinMs(dice.of(20L, 100L, 1_000L))
                        .setBatchTimeoutMs(dice.of(2_000L, Long.MAX_VALUE))
                        .setWorkerTimeoutMs(Long.MAX_VALUE);
            case RETRIES ->
                policy.setRetryDelayMs(dice.of(1L, 20L, 60L))
                        .setRetryDelayMaxMs(dice.of(60L, 250L, 5_000L))
                        .setRetryWithinMs(dice.of(20L, 100L, 1_000L))
                        .setAttemptsMax(dice.of(2, 3, 4, 100))
                        .setBatchTimeoutMs(dice.of(2_000L, Long.MAX_VALUE))
                        .setWorkerTimeoutMs(Long.MAX_VALUE);
            case WINDOWS ->
                policy.setBatchTransactionsMax(dice.of(5, 20, 100, 1_000))
                        .setRememberedIds(dice.of(0, 10, 63, 64, 65, 130, 200, 400, 10_000));
            case CONTROLS, CHAOS -> {
                if (dice.oneIn(4)) {
                    tight(policy);
                }
                if (dice.oneIn(profile == Profile.CHAOS ? 2 : 5)) {
                    deadlines(policy);
                }
            }
            default -> policy.setBatchBytesMax(dice.of(40, 524_288));
        }
        return policy;
    }

    private void delays(PoolPolicy.Builder policy) {
        long delayMs = dice.of(0L, 1L, 20L, 100L, 100L, 1_000L, MONTH_MS);
        policy.setRetryDelayMs(delayMs)
                .setRetryFactor(dice.of(1, 2, 2, 3, 100))
                .setRetryDelayMaxMs(Math.max(delayMs, dice.of(0L, 250L, 5_000L, 300_000L, MONTH_MS)));
    }

    private void tight(PoolPolicy.Builder policy) {
        policy.setBatchBytesMax(dice.of(1, 3, 10, 11, 30))
                .setShardPendingMax(dice.of(1, 2, 4, 8))
                .setPendingTransactionsMax(dice.of(1, 5, 12, 20))
                .setBatchTransactionsMax(dice.of(1, 2, 3, 100));
    }

    private void deadlines(PoolPolicy.Builder policy) {
        policy.setBatchTimeoutMs(dice.of(1L, 20L, 100L, 100L, 500L, 2_000L, Long.MAX_VALUE))
                .setWorkerTimeoutMs(dice.of(1L, 100L, 500L, 1_000L, 1_000L, 4_000L, Long.MAX_VALUE));
    }

    private void spoil(PoolPolicy.Builder policy) {
        int low = dice.of(LESS_THAN_ONE);
        switch (dice.below(16)) {
            case 0 -> policy.setQuantumMs(dice.of(-1L, Long.MIN_VALUE));
            case 1 -> policy.setBatchTransactionsMax(low);
            case 2 -> policy.setBatchBytesMax(low);
            case 3 -> policy.setBatchTimeoutMs(low);
            case 4 -> policy.setAttemptsMax(low);
            case 5 -> policy.setWorkerTimeoutMs(low);
            case 6 -> policy.setShardPendingMax(low);
            case 7 -> policy.setRetryWithinMs(low);
            case 8 -> policy.setWorkerRestMs(low);
            case 9 -> policy.setWorkerFailuresMax(dice.of(-1, Integer.MIN_VALUE));
            case 10 -> policy.setRememberedIds(dice.of(-1, 100_001, Integer.MAX_VALUE, Integer.MIN_VALUE));
            case 11 -> policy.setTurnMsMax((long) low);
            case 12 -> policy.setRetryDelayMs(dice.of(-1L, Long.MIN_VALUE, MONTH_MS + 1, Long.MAX_VALUE));
            case 13 -> policy.setRetryFactor(dice.of(0, -1, 101, Integer.MAX_VALUE));
            case 14 -> policy.setRetryDelayMaxMs(dice.of(policy.getRetryDelayMs() - 1, -1L, MONTH_MS + 1));
            default -> policy.setPendingTransactionsMax(low);
        }
    }

    static PoolControl control(Object event) {
        return new PoolControl(RandomHistory.POOL, event);
    }
}
