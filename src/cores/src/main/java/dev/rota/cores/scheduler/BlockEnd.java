package dev.rota.cores.scheduler;

import dev.rota.cores.BlockEnded;
import dev.rota.cores.CoresTopics;
import dev.rota.engine.Nullable;
import dev.rota.engine.Step;

/**
 * Handles the end of a block: backed cores become occupied, a session may begin with the next block, and the next block
 * is forecast.
 */
final class BlockEnd {

    private BlockEnd() {}

    static void decide(Step step, RelayChain chain, long number, BlockEnded event) {
        if (!chain.isOpen() || number != chain.number()) {
            step.reject(
                    CoresReason.BLOCK_NOT_STARTED,
                    "expected the end of " + (chain.isOpen() ? "block " + chain.number() : "no block") + ", but block "
                            + number + " ends");
        } else {
            end(step, chain, event, event.getSession() == null ? null : SessionCheck.fault(event.getSession()));
        }
    }

    /** Handles the block that brings a chain's first session, which needs no start; returns null if it brings none. */
    static @Nullable RelayChain genesis(Step step, String name, long number, BlockEnded event) {
        if (event.getSession() == null) {
            step.reject(
                    CoresReason.NO_SESSION,
                    "expected a session at the end of block " + number + ", but the chain has none yet");
            return null;
        }
        String fault = SessionCheck.fault(event.getSession());
        if (fault != null) {
            step.reject(CoresReason.CONFIG_INVALID, fault);
            return null;
        }
        RelayChain chain = RelayChain.unborn(name, number);
        end(step, chain, event, null);
        return chain;
    }

    private static void end(Step step, RelayChain chain, BlockEnded event, @Nullable String fault) {
        ClaimEvents events = new ClaimEvents(step, chain);
        Backing.decide(step, chain, event.getBacked(), events);
        if (fault != null) {
            step.reject(CoresReason.CONFIG_INVALID, fault);
        } else if (event.getSession() != null) {
            SessionStart.decide(step, chain, event.getSession(), events);
        }
        chain.end();
        Duties.decide(step, chain);
        step.emit(CoresTopics.FORECASTS, chain.name(), Forecast.of(chain));
        chain.save(step);
    }
}
