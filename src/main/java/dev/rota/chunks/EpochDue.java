package dev.rota.chunks;

import dev.rota.engine.Step;

/** What a scheduler does when an epoch is due. */
@FunctionalInterface
interface EpochDue {

    /** Places and publishes: what every scheduler does that runs. */
    EpochDue PUBLISH = (step, network) -> new Publication(step, network).next();

    void next(Step step, Network network);

    /**
     * Does it at one epoch and lets the others go by. For those who ask about that one: what came of the others counts
     * for nothing, since an epoch's placement has no history and its number comes of requests and timers alone.
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
