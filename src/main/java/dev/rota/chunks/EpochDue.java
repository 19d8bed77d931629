package dev.rota.chunks;

import dev.rota.engine.Step;

/** Handles an epoch that is due. */
@FunctionalInterface
public interface EpochDue {

    /** Decides and publishes the epoch, as running schedulers do. */
    EpochDue PUBLISH = (step, network, bounded) -> new EpochDecision(step, network).next(bounded);

    /** Handles it; {@code bounded} says whether the policy's limit on moves holds. */
    void next(Step step, Network network, boolean bounded);

    /**
     * Decides the epochs from one on, handles another, and only counts all others. For replays that ask about that
     * epoch: those before the first do not enter it, and epoch numbers follow from requests and timers alone.
     */
    static EpochDue from(long first, long epoch, EpochDue due) {
        return (step, network, bounded) -> {
            long next = network.row().getEpochs() + 1;
            // The first one published its target, but here the assignment before it is missing.
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
