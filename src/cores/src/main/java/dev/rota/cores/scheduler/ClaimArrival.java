package dev.rota.cores.scheduler;

import dev.rota.cores.Claim;
import dev.rota.cores.ClaimEventKind;
import dev.rota.cores.QueuedClaim;
import dev.rota.engine.Step;

/** Handles a claim. It must be for a live parathread that has no other claim, and the queue must have room. */
final class ClaimArrival {

    private ClaimArrival() {}

    static void decide(Step step, RelayChain chain, Claim claim) {
        int para = claim.getPara();
        Session session = chain.session();
        if (!session.isLiveParathread(para)) {
            step.reject(CoresReason.NOT_LIVE, "expected a live parathread, but para " + para + " is none" + of(claim));
        } else if (chain.queue().length() >= session.queueMax()) {
            step.reject(
                    CoresReason.QUEUE_FULL,
                    "expected fewer than " + session.queueMax() + " queued claims, but there are "
                            + chain.queue().length() + of(claim));
        } else if (chain.isClaimed(para)) {
            step.reject(
                    CoresReason.ALREADY_CLAIMED,
                    "expected no other claim on para " + para + ", but one is queued, scheduled or on a core"
                            + of(claim));
        } else {
            QueuedClaim queued = chain.enqueue(step, new PendingClaim(para, claim.getCollator(), 0, claim.getId()));
            new ClaimEvents(step, chain).pinned(ClaimEventKind.QUEUED, queued);
            chain.save(step);
        }
    }

    /** Returns the claim's names for a message, so that its collator recognizes the rejection. */
    private static String of(Claim claim) {
        return claim.getId() == null ? "" : " (claim " + claim.getId() + ")";
    }
}
