package dev.rota.cores;

import dev.rota.engine.Nullable;

/**
 * The queue as the next Clear would leave it, without touching it. A free core takes one claim at most, so all that
 * matters is who would be first in each core's share, and which core a further claim would be pinned to.
 */
final class ClearedQueue {

    private final ClaimQueue queue;
    /** By offset: the first claim that comes back to a share. */
    private final NextUp[] returned;

    private int nextOffset;

    ClearedQueue(RelayChain chain) {
        this.queue = chain.queue();
        this.returned = new NextUp[chain.session().threadCores()];
        this.nextOffset = queue.nextOffset();
        for (ScheduledClaim claim : chain.scheduledClaims()) {
            if (Clear.dropReason(chain.session(), claim) == null) {
                if (returned[nextOffset] == null) {
                    returned[nextOffset] = new NextUp(claim.getPara(), claim.getCollator());
                }
                nextOffset = queue.after(nextOffset);
            }
        }
    }

    @Nullable
    NextUp first(int offset) {
        QueuedClaim first = queue.first(offset);
        return first == null ? returned[offset] : new NextUp(first.getPara(), first.getCollator());
    }

    /** Where the next claim would wait. */
    int nextOffset() {
        return nextOffset;
    }
}
