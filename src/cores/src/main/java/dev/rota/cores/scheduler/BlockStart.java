package dev.rota.cores.scheduler;

import dev.rota.cores.BlockStarted;
import dev.rota.cores.CoreAssignment;
import dev.rota.cores.CoreSchedule;
import dev.rota.cores.CoresTopics;
import dev.rota.cores.FreedCore;
import dev.rota.cores.FreedReason;
import dev.rota.engine.Step;
import java.util.List;

/**
 * Handles the start of a block: claims that were not backed are cleared, cores are freed, and each free core is
 * scheduled.
 */
final class BlockStart {

    private BlockStart() {}

    /**
     * Starts a block.
     *
     * @param force whether the number may be further ahead than {@link CoresLimits#BLOCK_JUMP_MAX}
     */
    static void decide(Step step, RelayChain chain, long number, boolean force, BlockStarted event) {
        if (chain.isOpen()) {
            step.reject(CoresReason.BLOCK_OUT_OF_ORDER, BlockOrder.notEnded(chain.number(), number));
        } else if (number <= chain.number()) {
            step.reject(CoresReason.BLOCK_OUT_OF_ORDER, BlockOrder.notAbove(chain.number(), number));
        } else if (!force && number - chain.number() > CoresLimits.BLOCK_JUMP_MAX) {
            step.reject(CoresReason.BLOCK_TOO_FAR_AHEAD, BlockOrder.tooFarAhead(chain.number(), number));
        } else {
            chain.start(number);
            ClaimEvents events = new ClaimEvents(step, chain);
            FreedReason[] freeing = CoresToFree.of(step, chain, event);
            ClaimClearing.decide(step, chain, events);
            List<FreedCore> freed = CoreRelease.decide(step, chain, freeing, events);
            List<CoreAssignment> assignments = CoreAssigner.decide(step, chain, events);
            step.emit(
                    CoresTopics.ASSIGNMENTS,
                    chain.name(),
                    new CoreSchedule(chain.name(), number, chain.session().index(), freed, assignments));
            chain.save(step);
        }
    }
}
