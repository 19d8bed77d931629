package dev.rota.cores.scheduler;

import dev.rota.cores.ClaimEvent;
import dev.rota.cores.ClaimEventKind;
import dev.rota.cores.CoresTopics;
import dev.rota.cores.QueuedClaim;
import dev.rota.engine.Nullable;
import dev.rota.engine.Step;

/**
 * Emits the events of a chain's claims. Their number per step is bounded, so no step has to continue. The start of a
 * block emits up to three for each of {@link CoresLimits#CORES_MAX} cores (cleared, freed, scheduled), its end one. A
 * session emits two for each core, and one for each queued claim, of which there are up to {@link
 * CoresLimits#QUEUED_CLAIMS_MAX} and two for each core.
 */
final class ClaimEvents {

    private final Step step;
    private final RelayChain chain;

    ClaimEvents(Step step, RelayChain chain) {
        this.step = step;
        this.chain = chain;
    }

    /** Emits that a claim was queued, or returned to the queue, and pinned to a core. */
    void pinned(ClaimEventKind kind, QueuedClaim claim) {
        emit(kind, PendingClaim.of(claim), chain.session().threadCore(claim.getOffset()));
    }

    /**
     * Emits an event of a claim.
     *
     * @param core the core that the event concerns, or null if the claim has none
     */
    void emit(ClaimEventKind kind, PendingClaim claim, @Nullable Integer core) {
        emit(kind, claim, core, "");
    }

    /** Emits that a claim was dropped that was on a core or pinned to it. */
    void dropped(PendingClaim claim, int core, DropReason reason) {
        emit(ClaimEventKind.DROPPED, claim, core, reason.name());
    }

    /** Emits that a session pinned a queued claim to another core. */
    void repinned(PendingClaim claim, int from, int to) {
        emit(ClaimEventKind.REPINNED, claim, to, String.valueOf(from));
    }

    private void emit(ClaimEventKind kind, PendingClaim claim, @Nullable Integer core, String reason) {
        step.emit(
                CoresTopics.CLAIM_EVENTS,
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
