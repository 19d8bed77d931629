package dev.rota.pages.domain.cores;

import dev.rota.cores.GroupsAhead;
import dev.rota.cores.explain.CoreUse;
import dev.rota.engine.text.Phrases;
import dev.rota.pages.domain.Decided;
import dev.rota.pages.view.Link;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeSet;

/** Draws a core: its latest blocks, its next ones, and the groups that back it. */
public final class CorePicture {

    /** A group, and the blocks from and to which it backs the core. */
    public record Ahead(Link from, String to, String group) {}

    private final ChainFacts chain;
    private final int core;
    private final SortedMap<Integer, List<CoreUse<Decided>>> runs;

    CorePicture(ChainFacts chain, int core) {
        this.chain = chain;
        this.core = core;
        this.runs = chain.uses(new TreeSet<>(List.of(core)));
    }

    public CoreTable table() {
        StripDrawing drawing = new StripDrawing(chain);
        return new CoreTable(
                "The last " + Phrases.count(chain.blocks().size(), "block") + ", and the forecast for block "
                        + chain.forecast().getBlock(),
                drawing.axis(),
                List.of(new CoreLines(chain, drawing, runs).line(core)));
    }

    /** Returns its previous occupants, newest first. */
    public List<Stay> stays() {
        return CoreStays.of(chain, runs.getOrDefault(core, List.of()));
    }

    /** Returns the groups that back it in the coming blocks. */
    public List<Ahead> ahead() {
        List<Ahead> ahead = new ArrayList<>();
        for (GroupsAhead stretch : chain.forecast().getGroupsAhead()) {
            if (core < stretch.getGroups().size()) {
                ahead.add(new Ahead(
                        chain.links().to("block", stretch.getFrom()),
                        String.valueOf(stretch.getTo()),
                        String.valueOf(stretch.getGroups().get(core))));
            }
        }
        return ahead;
    }
}
