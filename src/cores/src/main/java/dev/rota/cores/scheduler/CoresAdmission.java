package dev.rota.cores.scheduler;

import dev.rota.cores.BlockEnded;
import dev.rota.cores.BlockEvent;
import dev.rota.cores.BlockStarted;
import dev.rota.cores.Claim;
import dev.rota.engine.Ids;
import dev.rota.engine.IntakeReason;
import dev.rota.engine.Nullable;
import dev.rota.engine.RefusedException;
import java.util.List;

/** Validates events as far as that needs no state. */
final class CoresAdmission {

    private CoresAdmission() {}

    static String claim(Claim claim) throws RefusedException {
        String chain = Ids.unit("chain", claim.getChain());
        Ids.id("collator", claim.getCollator());
        if (claim.getId() != null) {
            Ids.id("id", claim.getId());
        }
        return chain;
    }

    static String block(BlockEvent block) throws RefusedException {
        String chain = Ids.unit("chain", block.getChain());
        if (block.getNumber() < 0 || block.getNumber() > CoresLimits.BLOCK_NUMBER_MAX) {
            throw new RefusedException(
                    IntakeReason.VALUE_INVALID,
                    "expected a block number in 0.." + CoresLimits.BLOCK_NUMBER_MAX + ", but it is "
                            + block.getNumber());
        }
        if (block.getEvent() instanceof BlockStarted started) {
            bounded("concluded", started.getConcluded());
            bounded("timedOut", started.getTimedOut());
        } else if (block.getEvent() instanceof BlockEnded ended) {
            bounded("backed", ended.getBacked());
            if (ended.getSession() != null) {
                for (String validator : ended.getSession().getValidators()) {
                    Ids.text("a validator", validator);
                }
            }
        }
        return chain;
    }

    private static void bounded(String field, @Nullable List<Integer> cores) throws RefusedException {
        if (cores != null && cores.size() > CoresLimits.CORES_NAMED_MAX) {
            throw new RefusedException(
                    IntakeReason.VALUE_INVALID,
                    "expected " + field + " to name at most " + CoresLimits.CORES_NAMED_MAX + " cores, but it names "
                            + cores.size());
        }
    }
}
