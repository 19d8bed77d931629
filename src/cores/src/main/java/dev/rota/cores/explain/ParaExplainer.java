package dev.rota.cores.explain;

import dev.rota.cores.ClaimEvent;
import dev.rota.cores.Occupant;
import dev.rota.cores.ScheduledClaim;
import dev.rota.cores.scheduler.ClaimQueue;
import dev.rota.cores.scheduler.RelayChain;
import dev.rota.engine.Answer;
import dev.rota.engine.Decision;
import dev.rota.engine.Inquiry;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import dev.rota.engine.Tables;

/** Explains a para: a parachain by its own core, a parathread by its claim or by how that ended. */
public final class ParaExplainer implements Inquiry {

    private final int para;

    private final ClaimHistory history = new ClaimHistory();

    public ParaExplainer(int para) {
        this.para = para;
    }

    @Override
    public void decided(Decision decision) {
        if (decision.value() instanceof ClaimEvent event && event.getPara() == para) {
            history.decided(event);
        }
    }

    @Override
    public @Nullable Answer answer(Tables tables, long now, Parallel parallel) {
        RelayChain chain = RelayChain.read(tables);
        if (chain == null) {
            return null;
        }
        int own = chain.session().parachainCore(para);
        if (own >= 0) {
            return new WhyOnCore(chain).parachain(para, own);
        }
        ClaimQueue.Place place = chain.queue().place(para);
        if (place != null) {
            return new WhyClaimQueued(chain, place, history).explained();
        }
        Occupant occupant = chain.occupantOf(para);
        if (occupant != null) {
            return new WhyOnCore(chain).backed(occupant);
        }
        for (ScheduledClaim claim : chain.scheduledClaims()) {
            if (claim.getPara() == para) {
                return new WhyOnCore(chain).scheduled(claim);
            }
        }
        return without(chain);
    }

    /** Explains a para that has no claim in the queue or on a core. */
    private @Nullable Answer without(RelayChain chain) {
        boolean live = chain.session().isLiveParathread(para);
        ClaimEvent ending = history.last();
        if (ending != null) {
            return ClaimEnding.of(ending, history.isDroppedBySession(), live);
        }
        return live
                ? new Answer(
                        "IDLE", BlockPhrases.asOf(chain) + " para " + para + " is a live parathread without a claim")
                : null;
    }
}
