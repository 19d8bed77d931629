package dev.rota.chunks;

import dev.rota.engine.Step;

/** Handles an epoch that is due. */
@FunctionalInterface
interface EpochDue {

    /** Decides and publishes the epoch, as running schedulers do. */
    EpochDue PUBLISH = (step, network) -> new EpochDecision(step, network).next();

    void next(Step step, Network network);

    /**
     * Decides the epochs from one on, handles another, and only counts all others. For replays that ask about that
     * epoch: those before the first do not enter it, and epoch numbers follow from requests and timers alone.
     */
    static EpochDue from(long first, long epoch, EpochDue due) {
        return (step, network) -> {
            long next = network.row().getEpochs() + 1;
            if (next == epoch) {
                due.next(step, network);
            } else if (next >= first && next < epoch) {
                PUBLISH.next(step, network);
            } else {
                network.letEpochGoBy(step);
            }
        };
    }
}
