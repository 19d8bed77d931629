package dev.rota.jobs.scheduler;

import dev.rota.engine.Nullable;
import dev.rota.jobs.Action;
import dev.rota.jobs.Assigner;
import dev.rota.jobs.CohortPolicy;
import dev.rota.jobs.InstanceQuota;
import dev.rota.jobs.Operation;
import dev.rota.jobs.Sampling;
import dev.rota.jobs.Victims;
import dev.rota.testing.Dice;
import java.util.List;

/** Generates random policies, quotas and operations, most of them valid. */
final class RandomRules {

    private static final long MINUTE_MS = 60_000;
    private static final List<Long> ENDED_KEPT_MS = List.of(60_000L, 5_000L, 900_000L);

    private final Dice dice;
    private final Profile profile;

    RandomRules(Dice dice, Profile profile) {
        this.dice = dice;
        this.profile = profile;
    }

    CohortPolicy policy() {
        CohortPolicy.Builder policy = CohortPolicy.newBuilder()
                .setAssigner(dice.of(Assigner.values()))
                .setPriorityPercentage(dice.of(0, 100, 100))
                .setFailureBackoffMs(dice.of(0L, 1_000L, 1_000L, 5_000L))
                .setPreemptionDelayMs(dice.of(0L, 3_000L, 20_000L))
                .setVictims(dice.of(Victims.values()))
                .setProactiveFetchToCapacity(dice.oneIn(2))
                .setSampling(dice.oneIn(3) ? sampling() : null)
                .setMaxJobAttempts(dice.of(1, 2, 3))
                .setBotTimeoutMs(dice.of(3_000L, 7_000L, 600_000L))
                .setLeaseAckMs(dice.of(0L, 60_000L))
                .setLocalityHints(dice.of(0, 1, 10))
                .setQueuedJobsMax(dice.oneIn(5) ? 1 + dice.below(6) : 2_000_000)
                .setQueuedBytesMax(dice.oneIn(4) ? dice.below(200) : 1L << 30);
        policy.setEndedKeptMs(dice.oneIn(3) ? ENDED_KEPT_MS.get(policy.getMaxJobAttempts() - 1) : null);
        policy.setDemandEveryMs(dice.oneIn(3) ? dice.of(1_000L, 5_000L, 600_000L) : null);
        if (dice.oneIn(profile == Profile.PREEMPTION ? 2 : 6)) {
            policy.setMinRunMs(dice.oneIn(5) ? null : dice.of(0L, 2_000L, 20_000L, 70_000L))
                    .setPreemptionsPerMinute(dice.oneIn(5) ? null : dice.of(0, 1, 1, 2));
        }
        policy.setExecutionTimeoutMs(timeout()).setQueueTimeoutMs(timeout());
        if (profile == Profile.SATURATED) {
            policy.setBotTimeoutMs(dice.of(600_000L, 600_000L, 600_000L, 7_000L))
                    .setLeaseAckMs(dice.of(60_000L, 60_000L, 0L))
                    .setQueuedJobsMax(dice.oneIn(8) ? 30 : 2_000_000);
        } else if (profile == Profile.PREEMPTION) {
            policy.setPreemptionDelayMs(dice.of(0L, 3_000L, 3_000L, 20_000L))
                    .setBotTimeoutMs(dice.of(7_000L, 600_000L, 600_000L))
                    .setQueuedJobsMax(2_000_000);
        }
        if (profile == Profile.STALLED) {
            policy.setAssigner(dice.of(Assigner.COHORT, Assigner.COHORT, Assigner.PRIORITY_AGE))
                    .setFailureBackoffMs(dice.of(5_000L, 60_000L, 60_000L, 60_000L, 0L))
                    .setBotTimeoutMs(dice.of(600_000L, 600_000L, 7_000L))
                    .setMaxJobAttempts(3)
                    .setQueuedJobsMax(2_000_000)
                    .setQueuedBytesMax(1L << 30);
        }
        if (profile == Profile.SHARES) {
            policy.setAssigner(dice.of(Assigner.SHARES, Assigner.SHARES, Assigner.SHARES, Assigner.COHORT))
                    .setBotTimeoutMs(dice.of(600_000L, 600_000L, 7_000L))
                    .setQueuedJobsMax(2_000_000)
                    .setQueuedBytesMax(1L << 30);
        }
        if (profile == Profile.LOCALITY) {
            policy.setAssigner(Assigner.PRIORITY_AGE)
                    .setSampling(
                            dice.oneIn(4)
                                    ? sampling()
                                    : Sampling.newBuilder()
                                            .setSampleSize(50)
                                            .setPriorityWeight(-0.1)
                                            .setCapacityWeight(dice.of(0.0, 0.1))
                                            .build())
                    .setLocalityHints(dice.of(0, 1, 2, 2, 10))
                    .setBotTimeoutMs(600_000L)
                    .setQueuedJobsMax(2_000_000);
        }
        if (dice.oneIn(12)) {
            spoil(policy);
        }
        return policy.build();
    }

    /** Returns mostly no timeout, else a usual one or one that is reached within a history. */
    @Nullable
    Long timeout() {
        return switch (dice.below(profile == Profile.LOCALITY || profile == Profile.STALLED ? 12 : 6)) {
            case 0 -> dice.of(15 * MINUTE_MS, 60 * MINUTE_MS, 240 * MINUTE_MS);
            case 1 -> dice.of(MINUTE_MS, 2 * MINUTE_MS, 20_000L, 1L);
            default -> null;
        };
    }

    private @Nullable Sampling sampling() {
        return Sampling.newBuilder()
                .setSampleSize(50)
                .setMaxAttempts(dice.of(1, 3))
                .setPriorityWeight(dice.of(-10.0, -1.0, 0.1))
                .setLocalityWeight(dice.of(5.0, 0.0, 0.3))
                .setCapacityWeight(dice.of(1.0, -1.0, 0.1, 0.0))
                .build();
    }

    private void spoil(CohortPolicy.Builder policy) {
        switch (dice.below(14)) {
            case 0 -> policy.setPriorityPercentage(-1);
            case 1 -> policy.setPriorityPercentage(101);
            case 2 -> policy.setFailureBackoffMs(-1);
            case 3 -> policy.setPreemptionDelayMs(-1);
            case 4 -> policy.setLeaseAckMs(-1);
            case 5 -> policy.setLocalityHints(-1);
            case 6 -> policy.setBotTimeoutMs(0);
            case 7 -> policy.setMaxJobAttempts(0);
            case 8 -> policy.setQueuedJobsMax(0);
            case 9 -> policy.setQueuedBytesMax(-1);
            case 10 ->
                policy.setSampling(Sampling.newBuilder()
                        .setSampleSize(0)
                        .setPriorityWeight(-10.0)
                        .build());
            case 11 -> policy.setExecutionTimeoutMs(0L);
            case 12 -> policy.setQueueTimeoutMs(-1L);
            default ->
                policy.setSampling(Sampling.newBuilder()
                        .setSampleSize(50)
                        .setMaxAttempts(0)
                        .setPriorityWeight(-10.0)
                        .build());
        }
    }

    /** Returns a hold or a drain. If there is a hold, mostly ends it, since otherwise everything would soon be held. */
    Operation operation(List<String> bots, List<String> instances, List<NaiveHolds.Whom> held) {
        if (!held.isEmpty() && dice.percent(60)) {
            NaiveHolds.Whom whom = dice.of(held);
            Action action = dice.percent(80) ? Action.RESUME : dice.of(Action.values());
            return new Operation(action, whom.bot(), whom.instance());
        }
        Action action = dice.of(Action.HOLD, Action.DRAIN, Action.HOLD, Action.DRAIN, Action.RESUME);
        if (profile == Profile.STALLED) {
            return new Operation(action, null, dice.of(instances.subList(0, 2)));
        }
        return switch (dice.below(8)) {
            case 0 -> new Operation(action, null, null);
            case 1, 2, 3 -> new Operation(action, null, dice.of(instances));
            default -> new Operation(action, dice.of(bots), null);
        };
    }

    private int weight() {
        return dice.of(1, 1, 2, 3, 7, 1_000);
    }

    InstanceQuota quota(String instance) {
        if (dice.oneIn(14)) {
            return dice.of(
                    InstanceQuota.newBuilder()
                            .setInstance(instance)
                            .setMin(-1)
                            .setMax(2)
                            .build(),
                    InstanceQuota.newBuilder()
                            .setInstance(instance)
                            .setMin(3)
                            .setMax(2)
                            .build(),
                    InstanceQuota.newBuilder()
                            .setInstance(instance)
                            .setMin(0)
                            .setMax(2)
                            .setWeight(dice.of(0, 1_001))
                            .build());
        }
        if (dice.oneIn(profile == Profile.CHAOS ? 4 : 9)) {
            return InstanceQuota.newBuilder()
                    .setInstance(instance)
                    .setMin(dice.of(0, -1))
                    .setMax(dice.of(0, -2))
                    .setRemoved(true)
                    .build();
        }
        if (profile == Profile.LOCALITY) {
            return InstanceQuota.newBuilder()
                    .setInstance(instance)
                    .setMin(0)
                    .setMax(20)
                    .setWeight(weight())
                    .build();
        }
        if (profile == Profile.STALLED) {
            int min = dice.oneIn(4) ? 1 : 0;
            return InstanceQuota.newBuilder()
                    .setInstance(instance)
                    .setMin(min)
                    .setMax(min + dice.below(4))
                    .setWeight(weight())
                    .build();
        }
        int min = dice.below(profile == Profile.PREEMPTION ? 4 : 3);
        return InstanceQuota.newBuilder()
                .setInstance(instance)
                .setMin(min)
                .setMax(min + dice.below(4))
                .setWeight(weight())
                .build();
    }
}
