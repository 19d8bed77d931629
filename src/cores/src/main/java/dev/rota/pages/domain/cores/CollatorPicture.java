package dev.rota.pages.domain.cores;

import dev.rota.cores.ClaimEvent;
import dev.rota.cores.ClaimEventKind;
import dev.rota.cores.explain.ClaimPath;
import dev.rota.engine.text.Phrases;
import dev.rota.pages.Show;
import dev.rota.pages.domain.Decided;
import dev.rota.pages.index.EntryFilter;
import java.util.List;
import java.util.stream.Collectors;

/** Draws the claims of a collator. */
public final class CollatorPicture {

    private final ChainFacts chain;
    private final EntryFilter about;

    CollatorPicture(ChainFacts chain, String collator) {
        this.chain = chain;
        this.about = ChainFacts.OF_CLAIMS.about("collator", collator);
    }

    public ClaimTable claims() {
        return new ClaimLines(chain, new StripDrawing(chain)).table(about);
    }

    /** Returns the states of the claims. */
    public String sentence() {
        List<Decided> events = chain.claimEvents(about, ClaimLines.EVENTS);
        List<ClaimPath<Decided>> lanes = ClaimPath.of(events, event -> event.as(ClaimEvent.class));
        long waiting = lanes.stream().filter(ClaimPath::waits).count();
        long onCores = lanes.stream().filter(ClaimPath::isOnCore).count();
        long concluded = lanes.stream()
                .filter(lane -> lane.event().getKind() == ClaimEventKind.CONCLUDED)
                .count();
        long dropped = lanes.stream()
                .filter(lane -> lane.event().getKind() == ClaimEventKind.DROPPED)
                .count();
        String reasons = lanes.stream()
                .filter(lane -> lane.event().getKind() == ClaimEventKind.DROPPED)
                .map(lane -> Show.text(lane.event().getReason()))
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
        return lanes.isEmpty()
                ? "No claim of it is among the decisions that are kept here."
                : "Of its last " + Phrases.count(lanes.size(), "claim") + ", " + waiting + " wait, " + onCores
                        + " are on cores, " + concluded + " concluded and " + dropped + " were dropped"
                        + (reasons.isEmpty() ? "." : " (" + reasons + ").");
    }
}
