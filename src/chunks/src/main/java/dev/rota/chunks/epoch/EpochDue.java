package dev.rota.chunks.epoch;

import dev.rota.engine.Step;

/** Handles an epoch that is due. */
@FunctionalInterface
public interface EpochDue {

    /** Decides and publishes the epoch, as running schedulers do. */
    EpochDue PUBLISH = (step, network, bounded) -> new EpochDecision(step, network).next(bounded);

    /**
     * Handles the epoch.
     *
     * @param bounded whether the policy's limit on moves applies
     */
    void next(Step step, Network network, boolean bounded);

    /**
     * Decides the epochs from {@code first} on, passes {@code epoch} to a handler, and only counts all others. For
     * replays that explain that epoch: it does not depend on those before the first, and epoch numbers follow from
     * requests and timers alone.
     */
    static EpochDue from(long first, long epoch, EpochDue due) {
        return (step, network, bounded) -> {
            long next = network.row().getEpochs() + 1;
            // the first one published its target, but here the assignment before it is missing
            boolean limited = bounded && (next > first || first == 1);
            if (next == epoch) {
                due.next(step, network, limited);
            } else if (next >= first && next < epoch) {
                PUBLISH.next(step, network, limited);
            } else {
                network.letEpochGoBy(step);
            }
        };
    }
}
