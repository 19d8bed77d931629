package dev.rota.cores.view;

import dev.rota.cores.BlockRow;
import dev.rota.cores.QueuedClaim;
import dev.rota.cores.scheduler.RelayChain;
import dev.rota.cores.scheduler.Session;
import dev.rota.engine.Nullable;
import dev.rota.engine.PageSnapshot;
import java.util.List;

/**
 * A snapshot of a chain for its page. The session and the block's row are shared, since they are replaced and never
 * changed; the first claims of the queue are copied.
 *
 * @param queued the number of queued claims
 * @param claims the first queued claims, in order
 * @param now the chain's log time
 */
public record ChainSnapshot(Session session, BlockRow block, int queued, List<QueuedClaim> claims, long now)
        implements PageSnapshot {
    /** The maximum number of queued claims on the page. */
    static final int CLAIMS_MAX = 100;

    /**
     * Takes a snapshot of a chain.
     *
     * @param chain the chain, or null before its first session
     */
    public static PageSnapshot of(@Nullable RelayChain chain, long now) {
        return chain == null
                ? page -> new ChainState.WithoutSession(now, null)
                : new ChainSnapshot(
                        chain.session(),
                        chain.row(),
                        chain.queue().length(),
                        chain.queue().first(CLAIMS_MAX),
                        now);
    }

    @Override
    public Object content(String page) {
        return ChainReading.of(this);
    }
}
