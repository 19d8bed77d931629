package dev.rota.cores.explain;

import dev.rota.cores.Occupant;
import dev.rota.cores.QueuedClaim;
import dev.rota.cores.ScheduledClaim;
import dev.rota.cores.scheduler.ClaimQueue;
import dev.rota.cores.scheduler.RelayChain;
import dev.rota.engine.Answer;
import dev.rota.engine.text.Phrases;

/**
 * Explains why a claim waits. In each block in which a core is free it takes one of the claims pinned to it, so the
 * block of a claim follows from the claims before it and from when the core is freed.
 */
final class WhyClaimQueued {

    private final RelayChain chain;
    private final ClaimQueue.Place place;
    private final QueuedClaim claim;
    private final int core;
    private final ClaimHistory history;

    WhyClaimQueued(RelayChain chain, ClaimQueue.Place place, ClaimHistory history) {
        this.chain = chain;
        this.place = place;
        this.claim = place.claim();
        this.core = chain.session().threadCore(claim.getOffset());
        this.history = history;
    }

    Answer explained() {
        return new Answer(
                "QUEUED",
                BlockPhrases.asOf(chain) + " " + BlockPhrases.candidate(claim.getPara(), claim.getCollator())
                        + " has been queued" + history.queuedSince() + " at position " + place.position() + " of "
                        + chain.queue().length() + ", " + BlockPhrases.attempt(chain, claim.getRetries())
                        + ": it is pinned to core " + core + " with "
                        + (place.ahead() == 0 ? "no claim" : Phrases.count(place.ahead(), "claim")) + " before it; "
                        + (chain.session().hasGroups() ? outlook() : BlockPhrases.noValidators(chain)));
    }

    private String outlook() {
        Occupant occupant = chain.occupant(core);
        if (occupant != null) {
            long timeOut = BlockPhrases.timeOut(chain, occupant);
            return "core " + core + " has been occupied by para " + occupant.getPara() + " since block "
                    + occupant.getSince()
                    + " and times out in block " + timeOut + " unless its candidate is available before; the claim is"
                    + " scheduled there in block " + (timeOut + place.ahead()) + " at the latest" + condition()
                    + "; it is expected there in block " + (chain.number() + 1 + place.ahead())
                    + " if every candidate is backed at once and available in the block after";
        }
        return "core " + core + " is " + holder() + "; the claim is scheduled there in block "
                + (chain.number() + 1 + place.ahead()) + condition();
    }

    private String holder() {
        ScheduledClaim scheduled = chain.isOpen() ? chain.scheduledClaim(core) : null;
        return scheduled == null ? "free" : "scheduled to para " + scheduled.getPara();
    }

    private String condition() {
        return " if no block is skipped, nothing else is backed on that core before, and no session begins";
    }
}
