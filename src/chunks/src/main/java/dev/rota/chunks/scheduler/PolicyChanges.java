package dev.rota.chunks.scheduler;

import dev.rota.chunks.PlacementPolicy;
import dev.rota.chunks.epoch.Network;
import dev.rota.chunks.policy.PolicyCheck;
import dev.rota.chunks.tables.NetworkTimers;
import dev.rota.engine.Step;
import dev.rota.engine.Times;

/**
 * Handles policies: a new one takes effect at once, redetermines all workers' statuses, and restarts the epochs'
 * period.
 */
final class PolicyChanges {

    private final Step step;
    private final Network network;

    PolicyChanges(Step step, Network network) {
        this.step = step;
        this.network = network;
    }

    void take(PlacementPolicy policy) {
        String fault = PolicyCheck.fault(policy);
        if (fault != null) {
            step.reject(ChunksReason.POLICY_INVALID, fault);
            return;
        }
        network.policy(step, policy);
        judge();
        if (network.row().getNextEpoch() != Times.NEVER) {
            step.timers().cancel(network.row().getNextEpoch(), NetworkTimers.EPOCH.key());
        }
        Long every = policy.getEpochEveryMs();
        long next = every == null ? Times.NEVER : Times.after(step.now(), every);
        if (every != null && next != Times.NEVER) {
            step.timers().setPeriodic(next, NetworkTimers.EPOCH.key(), every);
        }
        nextEpoch(next);
    }

    /** Redetermines all statuses: at once, or at the next attended Tick if they depend on silence. */
    private void judge() {
        if (!network.workers().areDoubtful(step.now(), network.policy())) {
            network.workers().judgeAll(step, network.policy());
        } else if (!network.row().getJudging()) {
            step.attended().set(step.now(), NetworkTimers.JUDGE_ALL.key());
            network.change(step, row -> row.setJudging(true));
        }
    }

    /** Redetermines all statuses after the timer for it has fired. */
    void judgeAll() {
        network.change(step, row -> row.setJudging(false));
        network.workers().judgeAllSilence(step, network.policy());
    }

    /** Records the time of the next epoch after the epoch timer has fired. */
    void epochIsDue() {
        Long every = network.policy().rules().getEpochEveryMs();
        if (every == null) {
            throw new IllegalStateException("expected epochs to come by themselves, but the policy does not say so");
        }
        nextEpoch(step.timers().nextPeriod(network.row().getNextEpoch(), every));
    }

    private void nextEpoch(long time) {
        if (network.row().getNextEpoch() != time) {
            network.change(step, row -> row.setNextEpoch(time));
        }
    }
}
