package dev.rota.cores.scheduler;

import dev.rota.cores.ClaimEventKind;
import dev.rota.cores.ScheduledClaim;
import dev.rota.engine.Nullable;
import dev.rota.engine.Step;

/** Clears the claims that were scheduled in the last block and not backed: they return to the queue or are dropped. */
public final class ClaimClearing {

    private ClaimClearing() {}

    static void decide(Step step, RelayChain chain, ClaimEvents events) {
        for (ScheduledClaim claim : chain.scheduledClaims()) {
            DropReason reason = dropReason(chain.session(), claim);
            if (reason != null) {
                chain.release(claim.getPara());
                events.dropped(PendingClaim.of(claim), claim.getCore(), reason);
            } else {
                PendingClaim again = PendingClaim.of(claim).failed();
                events.pinned(ClaimEventKind.RETURNED, chain.enqueue(step, again));
            }
        }
        chain.unscheduleAll();
    }

    /** Returns why such a claim is dropped, or null if it returns to the queue with one more retry. */
    public static @Nullable DropReason dropReason(Session session, ScheduledClaim claim) {
        if (!session.isLiveParathread(claim.getPara())) {
            return DropReason.DEREGISTERED;
        }
        if (session.threadCores() == 0) {
            return DropReason.NO_THREAD_CORES;
        }
        return claim.getRetries() >= session.retriesMax() ? DropReason.RETRIES_EXHAUSTED : null;
    }
}
