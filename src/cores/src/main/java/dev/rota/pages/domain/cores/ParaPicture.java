package dev.rota.pages.domain.cores;

import dev.rota.cores.CoreSchedule;
import dev.rota.cores.explain.CoreUse;
import dev.rota.engine.text.Phrases;
import dev.rota.pages.domain.Decided;
import dev.rota.pages.view.Link;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Draws the cores and claims of a para. */
public final class ParaPicture {

    /** The use of one core by the para. */
    public record CoreStrip(Link core, Strip strip) {}

    private final ChainFacts chain;
    private final int para;
    private final StripDrawing drawing;
    private final SortedMap<Integer, List<CoreUse<Decided>>> runs;

    ParaPicture(ChainFacts chain, int para) {
        this.chain = chain;
        this.para = para;
        this.drawing = new StripDrawing(chain);
        this.runs = runs();
    }

    /** Returns a strip for each core that the para was on. */
    public List<CoreStrip> lines() {
        List<CoreStrip> strips = new ArrayList<>();
        runs.forEach((core, on) -> strips.add(new CoreStrip(
                chain.links().to("core", core),
                drawing.strip("para " + para + " on core " + core + ", " + Phrases.count(on.size(), "time"), on))));
        return strips;
    }

    public Axis axis() {
        return drawing.axis();
    }

    public ClaimTable claims() {
        return new ClaimLines(chain, drawing).table(ChainFacts.OF_CLAIMS.about("para", String.valueOf(para)));
    }

    public List<Stay> stays() {
        return CoreStays.of(chain, runs.values().stream().flatMap(List::stream).toList());
    }

    private SortedMap<Integer, List<CoreUse<Decided>>> runs() {
        SortedMap<Integer, List<CoreUse<Decided>>> runs = new TreeMap<>();
        chain.uses(cores()).forEach((core, all) -> {
            List<CoreUse<Decided>> ofPara =
                    all.stream().filter(run -> run.para() == para).toList();
            if (!ofPara.isEmpty()) {
                runs.put(core, ofPara);
            }
        });
        return runs;
    }

    /** Returns the cores on which the para was in the blocks that are drawn. */
    private Set<Integer> cores() {
        TreeSet<Integer> cores = new TreeSet<>();
        for (Decided schedule : chain.blocks()) {
            CoreSchedule block = schedule.as(CoreSchedule.class);
            block.getFreed().stream().filter(each -> each.getPara() == para).forEach(each -> cores.add(each.getCore()));
            block.getAssignments().stream()
                    .filter(each -> each.getPara() == para)
                    .forEach(each -> cores.add(each.getCore()));
        }
        chain.forecast().getCores().forEach(each -> {
            if (each.getPara() != null && each.getPara() == para) {
                cores.add(each.getCore());
            }
        });
        return cores;
    }
}
