package dev.rota.cores.explain;

import dev.rota.cores.Claim;
import dev.rota.cores.ClaimOutlook;
import dev.rota.cores.scheduler.ClaimForecast;
import dev.rota.cores.scheduler.ClaimQueue;
import dev.rota.cores.scheduler.RelayChain;
import dev.rota.engine.DomainView;
import dev.rota.engine.EventInquiry;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import dev.rota.engine.Tables;
import dev.rota.engine.Trial;
import org.apache.avro.specific.SpecificRecord;

/** Shows what a relay chain would decide on an event: of a claim, its core, position and expected block. */
public final class CoresEventInquiry extends EventInquiry {

    private final @Nullable Claim claim;

    public CoresEventInquiry(DomainView domain, SpecificRecord event) {
        super(domain, event, event instanceof Claim asked ? new ParaExplainer(asked.getPara()) : null);
        this.claim = event instanceof Claim asked ? asked : null;
    }

    /**
     * The place of a claim in the queue.
     * @param ahead the number of claims before it that are pinned to the same core
     * @param expectedBlock the block in which it is scheduled if every candidate is backed at once and available in the
     *     block after; null if the chain has no validators, or if the claim is behind those that a forecast contains
     */
    public record ClaimPlace(
            int core, int position, int ahead, @Nullable Long expectedBlock) {}

    @Override
    protected @Nullable Effect effect(Tables before, Trial tried, long now, Parallel parallel) {
        Effect effect = super.effect(before, tried, now, parallel);
        RelayChain chain = RelayChain.read(tried.tables());
        ClaimQueue.Place place =
                claim == null || chain == null ? null : chain.queue().place(claim.getPara());
        if (effect == null || claim == null || chain == null || place == null) {
            return effect;
        }
        return new Effect(
                effect.state(),
                effect.sentence(),
                new ClaimPlace(
                        chain.session().threadCore(place.claim().getOffset()),
                        place.position(),
                        place.ahead(),
                        expectedBlock(chain, claim.getPara())));
    }

    private static @Nullable Long expectedBlock(RelayChain chain, int para) {
        return ClaimForecast.of(chain).first().stream()
                .filter(outlook -> outlook.getPara() == para)
                .findFirst()
                .map(ClaimOutlook::getExpectedBlock)
                .orElse(null);
    }
}
