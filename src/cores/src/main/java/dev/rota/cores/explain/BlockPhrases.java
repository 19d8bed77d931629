package dev.rota.cores.explain;

import dev.rota.cores.Occupant;
import dev.rota.cores.scheduler.RelayChain;
import dev.rota.engine.Nullable;

/** Formats facts about blocks and cores. */
final class BlockPhrases {

    private BlockPhrases() {}

    /** Returns a phrase with the block that an explanation is as of. */
    static String asOf(RelayChain chain) {
        return "as of block " + chain.number() + (chain.isOpen() ? ", which is open," : "");
    }

    /** Returns {@code para 7} or {@code the claim of ann on para 7}. */
    static String candidate(int para, @Nullable String collator) {
        return collator == null ? "para " + para : "the claim of " + collator + " on para " + para;
    }

    /** Returns a phrase with the number of the attempt after {@code retries} failed ones. */
    static String attempt(RelayChain chain, int retries) {
        return "attempt " + (retries + 1) + " of " + (chain.session().retriesMax() + 1);
    }

    /** Returns the first block at which an occupant can time out, by the availability predicate. */
    static long timeOut(RelayChain chain, Occupant occupant) {
        return chain.session().availability().timeOutAt(occupant, chain.number() + 1);
    }

    static String noValidators(RelayChain chain) {
        return "session " + chain.session().index() + " has no validators, so nothing is scheduled";
    }
}
