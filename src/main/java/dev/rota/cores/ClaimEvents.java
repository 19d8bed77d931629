package dev.rota.cores;

import dev.rota.engine.Nullable;
import dev.rota.engine.Step;

/**
 * Emits the events of a chain's claims. Their number per step is bounded, so no step has to continue: a block's start
 * emits at most three for each of {@link CoresLimits#CORES_MAX} cores (cleared, freed, scheduled), its end one; a
 * session one for each core and for each queued claim, of which there are at most {@link
 * CoresLimits#QUEUED_CLAIMS_MAX}.
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
        int core = chain.session().threadCore(claim.getOffset());
        tell(kind, claim.getPara(), claim.getCollator(), claim.getRetries(), core, "", claim.getId());
    }

    /** A session returned a claim to the queue; its core is determined by the session that begins. */
    void returnedBySession(QueuedClaim claim) {
        tell(
                ClaimEventKind.RETURNED,
                claim.getPara(),
                claim.getCollator(),
                claim.getRetries(),
                null,
                "",
                claim.getId());
    }

    void scheduled(ScheduledClaim claim) {
        tell(
                ClaimEventKind.SCHEDULED,
                claim.getPara(),
                claim.getCollator(),
                claim.getRetries(),
                claim.getCore(),
                "",
                claim.getId());
    }

    void backed(ScheduledClaim claim) {
        tell(
                ClaimEventKind.BACKED,
                claim.getPara(),
                claim.getCollator(),
                claim.getRetries(),
                claim.getCore(),
                "",
                claim.getId());
    }

    void concluded(Occupant occupant, String collator) {
        tell(
                ClaimEventKind.CONCLUDED,
                occupant.getPara(),
                collator,
                occupant.getRetries(),
                occupant.getCore(),
                "",
                occupant.getId());
    }

    void dropped(ScheduledClaim claim, DropReason reason) {
        tell(
                ClaimEventKind.DROPPED,
                claim.getPara(),
                claim.getCollator(),
                claim.getRetries(),
                claim.getCore(),
                reason.name(),
                claim.getId());
    }

    void dropped(QueuedClaim claim, DropReason reason) {
        tell(
                ClaimEventKind.DROPPED,
                claim.getPara(),
                claim.getCollator(),
                claim.getRetries(),
                null,
                reason.name(),
                claim.getId());
    }

    private void tell(
            ClaimEventKind kind,
            int para,
            String collator,
            int retries,
            @Nullable Integer core,
            String reason,
            @Nullable String id) {
        step.emit(
                CoresDomain.CLAIM_EVENTS,
                chain.name(),
                new ClaimEvent(chain.name(), para, collator, chain.number(), kind, retries, core, reason, id));
    }
}
