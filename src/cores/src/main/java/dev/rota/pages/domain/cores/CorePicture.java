package dev.rota.pages.domain.cores;

import dev.rota.cores.GroupsAhead;
import dev.rota.cores.explain.CoreUse;
import dev.rota.engine.text.Phrases;
import dev.rota.pages.domain.Decided;
import dev.rota.pages.domain.cores.ChainView.CoreTable;
import dev.rota.pages.domain.cores.CoreView.Ahead;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeSet;

/** Draws a core: its latest blocks, its next ones, and the groups that back it. */
final class CorePicture {
    private final ChainFacts chain;
    private final int core;

    CorePicture(ChainFacts chain, int core) {
        this.chain = chain;
        this.core = core;
    }

    CoreView view() {
        TreeSet<Integer> only = new TreeSet<>(List.of(core));
        SortedMap<Integer, List<CoreUse<Decided>>> runs = chain.uses(only);
        StripDrawing drawing = new StripDrawing(chain);
        CoreTable table = new CoreTable(
                "The last " + Phrases.count(chain.blocks().size(), "block") + ", and the forecast for block "
                        + chain.forecast().getBlock(),
                drawing.axis(),
                List.of(new CoreLines(chain, drawing, runs).line(core)));
        return new CoreView(table, ahead(), CoreStays.of(chain, runs.getOrDefault(core, List.of())));
    }

    private List<Ahead> ahead() {
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
