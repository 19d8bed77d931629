package dev.rota.chunks;

import dev.rota.engine.Step;

/** Handles an epoch that is due. */
@FunctionalInterface
interface EpochDue {

    /** Decides and publishes the epoch, as running schedulers do. */
    EpochDue PUBLISH = (step, network) -> new EpochDecision(step, network).next();

    void next(Step step, Network network);

    /**
     * Handles one epoch and only counts the others. For explanations of that epoch: other epochs do not matter, since
     * a placement has no history, and epoch numbers follow from requests and timers alone.
     */
    static EpochDue onlyAt(long epoch, EpochDue due) {
        return (step, network) -> {
            if (network.row().getEpochs() + 1 == epoch) {
                due.next(step, network);
            } else {
                network.letEpochGoBy(step);
            }
        };
    }
}
