package dev.rota.cores;

import dev.rota.engine.Nullable;

/**
 * The queue as the next Clear would leave it, computed without changing it. A free core takes at most one claim, so
 * only the first claim pinned to each core matters, and the core for a further claim.
 */
final class ClearedQueue {

    private final ClaimQueue queue;
    /** By offset: the first claim that would return to the core. */
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

    /** The offset to which the next claim would be pinned. */
    int nextOffset() {
        return nextOffset;
    }
}
