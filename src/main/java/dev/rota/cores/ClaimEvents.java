package dev.rota.cores;

import dev.rota.engine.Nullable;
import dev.rota.engine.Step;

/**
 * Emits the events of a chain's claims. Their number per step is bounded, so no step has to continue: a block's start
 * emits at most three for each of {@link CoresLimits#CORES_MAX} cores (cleared, freed, scheduled), its end one; a
 * session two for each core and one for each queued claim, of which there are at most {@link
 * CoresLimits#QUEUED_CLAIMS_MAX} and two for each core.
 */
final class ClaimEvents {

    private final Step step;
    private final RelayChain chain;

    ClaimEvents(Step step, RelayChain chain) {
        this.step = step;
        this.chain = chain;
    }

    /** A claim was queued, or returned to the queue, pinned to a core. */
    void pinned(ClaimEventKind kind, QueuedClaim claim) {
        tell(kind, PendingClaim.of(claim), chain.session().threadCore(claim.getOffset()));
    }

    /** Something happened to a claim on a core; null: it has no core yet. */
    void tell(ClaimEventKind kind, PendingClaim claim, @Nullable Integer core) {
        tell(kind, claim, core, "");
    }

    /** A claim was dropped that was on a core or pinned to it. */
    void dropped(PendingClaim claim, int core, DropReason reason) {
        tell(ClaimEventKind.DROPPED, claim, core, reason.name());
    }

    /** A session pinned a queued claim to another core. */
    void repinned(PendingClaim claim, int from, int to) {
        tell(ClaimEventKind.REPINNED, claim, to, String.valueOf(from));
    }

    private void tell(ClaimEventKind kind, PendingClaim claim, @Nullable Integer core, String reason) {
        step.emit(
                CoresDomain.CLAIM_EVENTS,
                chain.name(),
                new ClaimEvent(
                        chain.name(),
                        claim.para(),
                        claim.collator(),
                        chain.number(),
                        kind,
                        claim.retries(),
                        core,
                        reason,
                        claim.id()));
    }
}
