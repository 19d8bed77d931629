package dev.rota.cores;

import java.util.ArrayList;
import java.util.List;

/**
 * When the claims of the queue are scheduled if everyone is backed, and available in the block after: then each core is
 * free at each block's start and takes the next of the claims pinned to it.
 */
final class ClaimForecast {

    private final Session session;

    /** The next block. */
    private final long block;

    /** By offset: the claims so far that are pinned to the core. */
    private final int[] ahead;

    private final List<ClaimOutlook> first = new ArrayList<>();
    private int queued;

    private ClaimForecast(RelayChain chain) {
        this.session = chain.session();
        this.block = chain.number() + 1;
        this.ahead = new int[session.threadCores()];
    }

    /** The queue as the next block finds it: claims that were not backed are behind the others. */
    static ClaimForecast of(RelayChain chain) {
        ClaimForecast forecast = new ClaimForecast(chain);
        for (QueuedClaim claim : chain.queue().first(CoresLimits.FORECAST_CLAIMS_MAX)) {
            forecast.add(claim.getPara(), claim.getOffset());
        }
        forecast.queued = chain.queue().length();
        ClearedQueue.eachReturned(chain, (claim, offset) -> {
            forecast.add(claim.getPara(), offset);
            forecast.queued++;
        });
        return forecast;
    }

    private void add(int para, int offset) {
        if (first.size() < CoresLimits.FORECAST_CLAIMS_MAX) {
            long expected = block + ahead[offset]++;
            first.add(new ClaimOutlook(
                    first.size() + 1, para, session.threadCore(offset), session.hasGroups() ? expected : null));
        }
    }

    /** As many as a forecast has, in order. */
    List<ClaimOutlook> first() {
        return first;
    }

    /** How many there are. */
    int queued() {
        return queued;
    }
}
