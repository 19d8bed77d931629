package dev.rota.pages.domain.cores;

import dev.rota.cores.ClaimEvent;
import dev.rota.cores.ClaimEventKind;
import dev.rota.cores.CoreSchedule;
import dev.rota.cores.explain.ClaimPath;
import dev.rota.cores.explain.CoreUse;
import dev.rota.engine.text.Phrases;
import dev.rota.pages.Show;
import dev.rota.pages.domain.Decided;
import dev.rota.pages.domain.cores.ParaView.CoreStrip;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Draws the cores and claims of a para, or the claims of a collator. */
final class ParaPicture {
    private static final int CLAIM_EVENTS = 400;
    private static final int CLAIMS = 40;

    private final ChainFacts chain;
    private final int para;
    private final StripDrawing drawing;

    /** @param para the para; -1 if there is none */
    ParaPicture(ChainFacts chain, int para) {
        this.chain = chain;
        this.para = para;
        this.drawing = new StripDrawing(chain);
    }

    ParaView view() {
        String id = String.valueOf(para);
        List<Decided> events = chain.claimEvents(ChainFacts.OF_CLAIMS.about("para", id), CLAIM_EVENTS);
        List<CoreUse<Decided>> runs = new ArrayList<>();
        List<CoreStrip> strips = new ArrayList<>();
        chain.uses(its()).forEach((core, all) -> {
            List<CoreUse<Decided>> own =
                    all.stream().filter(run -> run.para() == para).toList();
            if (!own.isEmpty()) {
                runs.addAll(own);
                strips.add(new CoreStrip(
                        chain.links().to("core", core),
                        drawing.strip(
                                "para " + para + " on core " + core + ", " + Phrases.count(own.size(), "time"), own)));
            }
        });
        return new ParaView("", drawing.axis(), strips, claims(events), CoreStays.of(chain, runs));
    }

    /** Returns the cores on which the para was in the blocks that are drawn. */
    private Set<Integer> its() {
        TreeSet<Integer> cores = new TreeSet<>();
        for (Decided schedule : chain.blocks()) {
            CoreSchedule block = schedule.as(CoreSchedule.class);
            block.getFreed().stream().filter(one -> one.getPara() == para).forEach(one -> cores.add(one.getCore()));
            block.getAssignments().stream()
                    .filter(one -> one.getPara() == para)
                    .forEach(one -> cores.add(one.getCore()));
        }
        chain.forecast().getCores().forEach(one -> {
            if (one.getPara() != null && one.getPara() == para) {
                cores.add(one.getCore());
            }
        });
        return cores;
    }

    private ClaimTable claims(List<Decided> events) {
        List<ClaimLine> lines = new ClaimLines(chain, drawing).of(events, CLAIMS, false);
        return new ClaimTable(
                lines.isEmpty() ? "No claim is among the decisions that are kept here." : "Claims by block",
                drawing.axis(),
                lines);
    }

    /** Returns the claims of a collator and their states. */
    ParaView collator(String collator) {
        List<Decided> events = chain.claimEvents(ChainFacts.OF_CLAIMS.about("collator", collator), CLAIM_EVENTS);
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
        String sentence = lanes.isEmpty()
                ? "No claim of it is among the decisions that are kept here."
                : "Of its last " + Phrases.count(lanes.size(), "claim") + ", " + waiting + " wait, " + onCores
                        + " are on cores, " + concluded + " concluded and " + dropped + " were dropped"
                        + (reasons.isEmpty() ? "." : " (" + reasons + ").");
        return new ParaView(sentence, drawing.axis(), List.of(), claims(events), List.of());
    }
}
