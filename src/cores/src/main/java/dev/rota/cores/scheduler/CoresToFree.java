package dev.rota.cores.scheduler;

import dev.rota.cores.BlockStarted;
import dev.rota.cores.FreedReason;
import dev.rota.cores.Occupant;
import dev.rota.engine.Step;
import java.util.List;

/**
 * Determines which cores a block frees and why: cores that the block names, and cores that time out by the availability
 * predicate.
 */
final class CoresToFree {

    private CoresToFree() {}

    /**
     * Returns the reason by core, or null if a core is not freed. Rejects a core that is not occupied, or that is named
     * twice.
     */
    static FreedReason[] of(Step step, RelayChain chain, BlockStarted event) {
        FreedReason[] freeing = new FreedReason[chain.session().cores()];
        take(step, chain, event.getConcluded(), FreedReason.CONCLUDED, freeing);
        List<Integer> timedOut = event.getTimedOut();
        if (timedOut != null) {
            take(step, chain, timedOut, FreedReason.TIMED_OUT, freeing);
        } else {
            timeOut(chain, freeing);
        }
        return freeing;
    }

    private static void take(
            Step step, RelayChain chain, List<Integer> cores, FreedReason reason, FreedReason[] freeing) {
        for (int core : cores) {
            if (chain.occupant(core) == null) {
                step.reject(CoresReason.CORE_NOT_OCCUPIED, "expected core " + core + " to be occupied, but it is not");
            } else if (freeing[core] != null) {
                step.reject(
                        CoresReason.CORE_NOT_OCCUPIED,
                        "expected core " + core + " to be freed once, but the block names it again");
            } else {
                freeing[core] = reason;
            }
        }
    }

    private static void timeOut(RelayChain chain, FreedReason[] freeing) {
        Availability availability = chain.session().availability();
        for (int core = 0; core < freeing.length; core++) {
            Occupant occupant = chain.occupant(core);
            if (occupant != null && freeing[core] == null && availability.timesOut(occupant, chain.number())) {
                freeing[core] = FreedReason.TIMED_OUT;
            }
        }
    }
}
