package dev.rota.cores.scheduler;

import dev.rota.cores.Occupant;
import dev.rota.cores.QueuedClaim;
import dev.rota.cores.ScheduledClaim;
import dev.rota.engine.Nullable;

/**
 * A claim that has not ended: it is in the queue, scheduled, or on a core.
 *
 * @param retries the number of its failed attempts
 * @param id the id by which its collator recognizes it
 */
record PendingClaim(
        int para, String collator, int retries, @Nullable String id) {

    static PendingClaim of(QueuedClaim claim) {
        return new PendingClaim(claim.getPara(), claim.getCollator(), claim.getRetries(), claim.getId());
    }

    static PendingClaim of(ScheduledClaim claim) {
        return new PendingClaim(claim.getPara(), claim.getCollator(), claim.getRetries(), claim.getId());
    }

    /** Returns the claim on a core, or null if a parachain occupies it. */
    static @Nullable PendingClaim of(Occupant occupant) {
        String collator = occupant.getCollator();
        return collator == null
                ? null
                : new PendingClaim(occupant.getPara(), collator, occupant.getRetries(), occupant.getId());
    }

    /** Returns the claim with one more failed attempt. */
    PendingClaim failed() {
        return new PendingClaim(para, collator, retries + 1, id);
    }
}
