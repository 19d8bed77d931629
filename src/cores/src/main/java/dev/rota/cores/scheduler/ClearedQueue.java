package dev.rota.cores.scheduler;

import dev.rota.cores.NextUp;
import dev.rota.cores.QueuedClaim;
import dev.rota.cores.ScheduledClaim;
import dev.rota.engine.Nullable;
import java.util.function.ObjIntConsumer;

/**
 * The queue as the next {@link ClaimClearing} would leave it, computed without changing it. A free core takes at most one claim, so
 * only the first claim pinned to each core matters, and the core for a further claim.
 */
public final class ClearedQueue {

    private final ClaimQueue queue;
    /** The first claim that would return to each core, by offset. */
    private final NextUp[] returned;

    private final int nextOffset;

    ClearedQueue(RelayChain chain) {
        this.queue = chain.queue();
        this.returned = new NextUp[chain.session().threadCores()];
        this.nextOffset = eachReturned(chain, (claim, offset) -> {
            if (returned[offset] == null) {
                returned[offset] = new NextUp(claim.getPara(), claim.getCollator());
            }
        });
    }

    /**
     * Visits the claims that the next {@link ClaimClearing} would return to the queue, with the offsets to which it
     * would pin them. Returns the offset of a further claim.
     */
    public static int eachReturned(RelayChain chain, ObjIntConsumer<ScheduledClaim> visitor) {
        int offset = chain.queue().nextOffset();
        for (ScheduledClaim claim : chain.scheduledClaims()) {
            if (ClaimClearing.dropReason(chain.session(), claim) == null) {
                visitor.accept(claim, offset);
                offset = chain.queue().after(offset);
            }
        }
        return offset;
    }

    @Nullable
    NextUp first(int offset) {
        QueuedClaim first = queue.head(offset);
        return first == null ? returned[offset] : new NextUp(first.getPara(), first.getCollator());
    }

    /** Returns the offset to which the next claim would be pinned. */
    int nextOffset() {
        return nextOffset;
    }
}
