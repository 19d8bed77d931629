package dev.rota.cores.view;

import dev.rota.cores.BlockRow;
import dev.rota.cores.QueuedClaim;
import dev.rota.cores.RelayChain;
import dev.rota.cores.Session;
import dev.rota.engine.Nullable;
import dev.rota.engine.PageSnapshot;
import java.util.List;

/**
 * A snapshot of a chain for its page. The session and the block's row are shared, for they are replaced and never
 * changed; of the queue the first claims are copied.
 *
 * @param queued how many claims are queued
 * @param claims the first of them, in order
 * @param now the chain's log time
 */
public record ChainSnapshot(Session session, BlockRow block, int queued, List<QueuedClaim> claims, long now)
        implements PageSnapshot {
    /** Queued claims that the page has. */
    static final int CLAIMS_MAX = 100;

    /**
     * Takes a snapshot of a chain.
     *
     * @param chain null before the first session
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
