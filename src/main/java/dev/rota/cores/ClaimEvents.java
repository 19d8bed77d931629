package dev.rota.cores;

import dev.rota.engine.Nullable;
import dev.rota.engine.Step;

/**
 * Tells the way of a chain's claims, as a step decides upon it. A block's start says at most three for each of {@link
 * CoresLimits#CORES_MAX} cores (it is cleared, freed and scheduled), its end one; a session one for each core and for each
 * claim in the queue, which {@link CoresLimits#QUEUED_CLAIMS_MAX} bounds. So no step of a chain has to continue.
 */
final class ClaimEvents {

    private final Step step;
    private final RelayChain chain;

    ClaimEvents(Step step, RelayChain chain) {
        this.step = step;
        this.chain = chain;
    }

    /** A claim is in the queue now, or again, pinned to a core. */
    void pinned(ClaimEventKind kind, QueuedClaim claim) {
        int core = chain.session().threadCore(claim.getOffset());
        tell(kind, claim.getPara(), claim.getCollator(), claim.getRetries(), core, "");
    }

    /** A claim is in the queue again; its core is found when the session that begins is known. */
    void returnedBySession(QueuedClaim claim) {
        tell(ClaimEventKind.RETURNED, claim.getPara(), claim.getCollator(), claim.getRetries(), null, "");
    }

    void scheduled(ScheduledClaim claim) {
        tell(ClaimEventKind.SCHEDULED, claim.getPara(), claim.getCollator(), claim.getRetries(), claim.getCore(), "");
    }

    void backed(ScheduledClaim claim) {
        tell(ClaimEventKind.BACKED, claim.getPara(), claim.getCollator(), claim.getRetries(), claim.getCore(), "");
    }

    void concluded(Occupant occupant, String collator) {
        tell(ClaimEventKind.CONCLUDED, occupant.getPara(), collator, occupant.getRetries(), occupant.getCore(), "");
    }

    void dropped(ScheduledClaim claim, DropReason reason) {
        tell(
                ClaimEventKind.DROPPED,
                claim.getPara(),
                claim.getCollator(),
                claim.getRetries(),
                claim.getCore(),
                reason.name());
    }

    void dropped(QueuedClaim claim, DropReason reason) {
        tell(ClaimEventKind.DROPPED, claim.getPara(), claim.getCollator(), claim.getRetries(), null, reason.name());
    }

    private void tell(
            ClaimEventKind kind, int para, String collator, int retries, @Nullable Integer core, String reason) {
        step.emit(
                CoresDomain.CLAIM_EVENTS,
                chain.name(),
                new ClaimEvent(chain.name(), para, collator, chain.number(), kind, retries, core, reason));
    }
}
