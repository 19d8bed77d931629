package dev.rota.cores;

import dev.rota.engine.Nullable;

/**
 * A claim that has not ended, wherever it is: in the queue, scheduled, or on a core.
 *
 * @param retries its failed attempts
 * @param id by which its collator knows it
 */
record PendingClaim(
        int para, String collator, int retries, @Nullable String id) {

    static PendingClaim of(QueuedClaim claim) {
        return new PendingClaim(claim.getPara(), claim.getCollator(), claim.getRetries(), claim.getId());
    }

    static PendingClaim of(ScheduledClaim claim) {
        return new PendingClaim(claim.getPara(), claim.getCollator(), claim.getRetries(), claim.getId());
    }

    /** The claim on a core; null if a parachain occupies it. */
    static @Nullable PendingClaim of(Occupant occupant) {
        String collator = occupant.getCollator();
        return collator == null
                ? null
                : new PendingClaim(occupant.getPara(), collator, occupant.getRetries(), occupant.getId());
    }

    /** The claim after one more failed attempt. */
    PendingClaim failed() {
        return new PendingClaim(para, collator, retries + 1, id);
    }
}
