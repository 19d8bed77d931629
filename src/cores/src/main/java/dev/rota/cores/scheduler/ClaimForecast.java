package dev.rota.cores.scheduler;

import dev.rota.cores.ClaimOutlook;
import dev.rota.cores.QueuedClaim;
import java.util.ArrayList;
import java.util.List;

/**
 * Computes in which blocks the queued claims are scheduled if each is backed at once and available in the next block:
 * then each core is free at the start of each block, and takes the next claim pinned to it.
 */
public final class ClaimForecast {

    private final Session session;

    /** The number of the next block. */
    private final long block;

    /** The number of claims so far that are pinned to each core, by offset. */
    private final int[] ahead;

    private final List<ClaimOutlook> first = new ArrayList<>();
    private int queued;

    private ClaimForecast(RelayChain chain) {
        this.session = chain.session();
        this.block = chain.number() + 1;
        this.ahead = new int[session.threadCores()];
    }

    /** Forecasts the queue as the next block finds it: claims that were not backed are behind the others. */
    public static ClaimForecast of(RelayChain chain) {
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

    /** Returns the first claims in order, as many as fit in a forecast. */
    public List<ClaimOutlook> first() {
        return first;
    }

    /** Returns the number of claims. */
    int queued() {
        return queued;
    }
}
