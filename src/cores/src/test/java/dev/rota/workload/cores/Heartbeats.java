package dev.rota.workload.cores;

import dev.rota.cores.CoresTopics;
import dev.rota.workload.Traffic;
import java.util.List;

/**
 * Drives small relay chains, with one block of each per call. The start of each block causes exactly one record of
 * {@link #ANSWERS}, and the state does not grow, so a benchmark can compute when each chain was last decided.
 */
public final class Heartbeats implements Traffic {

    public static final String ANSWERS = CoresTopics.ASSIGNMENTS.topic();

    private final SteadyTraffic blocks;

    /** @param chains the units */
    public Heartbeats(List<String> chains) {
        this.blocks = SteadyTraffic.heartbeats(chains);
    }

    /** Returns the next block of each chain. The first call only opens the chains and has no answers. */
    @Override
    public List<Fact> at(long timeMs) {
        return blocks.at(timeMs);
    }
}
