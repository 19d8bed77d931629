package dev.rota.chunks.epoch;

import dev.rota.chunks.catalog.Catalog;
import dev.rota.chunks.placement.EpochChunks;
import dev.rota.chunks.placement.NetworkWorker;
import dev.rota.chunks.placement.NextHoldings;
import dev.rota.chunks.placement.Pass;
import dev.rota.chunks.policy.Policy;
import java.util.Collection;

/** The content of a network from which an epoch is placed, with the caches that an epoch leaves to the next. */
public abstract class EpochInput implements NextHoldings.InForce {

    /** The cache of the pass of reliable workers. */
    final Pass.Memory reliablePass = new Pass.Memory();

    /** The cache of the pass of all workers. */
    final Pass.Memory wholePass = new Pass.Memory();

    private int loads;

    public abstract Policy policy();

    /** Returns all workers in the order of ids. */
    public abstract Collection<NetworkWorker> members();

    public abstract Catalog catalog();

    /** Returns the chunks that are to be placed now. */
    EpochChunks load() {
        catalog().tidy();
        return new EpochChunks(catalog(), policy().rules(), ++loads);
    }
}
