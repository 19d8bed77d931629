package dev.rota.cores.explain;

import dev.rota.cores.Occupant;
import dev.rota.cores.RelayChain;
import dev.rota.engine.Nullable;

/** Phrases facts about blocks and cores. */
final class BlockPhrases {

    private BlockPhrases() {}

    /** The block as of which something is said. */
    static String asOf(RelayChain chain) {
        return "as of block " + chain.number() + (chain.isOpen() ? ", which is open," : "");
    }

    /** {@code para 7} or {@code the claim of ann on para 7}. */
    static String candidate(int para, @Nullable String collator) {
        return collator == null ? "para " + para : "the claim of " + collator + " on para " + para;
    }

    /** The attempt that a claim with so many failed ones makes. */
    static String attempt(RelayChain chain, int retries) {
        return "attempt " + (retries + 1) + " of " + (chain.session().retriesMax() + 1);
    }

    /** The first block at which an occupant can time out, by the availability predicate. */
    static long timeOut(RelayChain chain, Occupant occupant) {
        return chain.session().availability().timeOutAt(occupant, chain.number() + 1);
    }

    static String noValidators(RelayChain chain) {
        return "session " + chain.session().index() + " has no validators, so nothing is scheduled";
    }
}
