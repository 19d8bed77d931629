package dev.rota.pages.domain.jobs;

import dev.rota.jobs.CohortDemand;
import dev.rota.jobs.KindDemand;
import dev.rota.jobs.Property;
import dev.rota.pages.Show;
import dev.rota.pages.domain.Decided;
import dev.rota.pages.domain.UnitFacts;
import dev.rota.pages.domain.jobs.DemandView.KindLine;
import dev.rota.pages.index.EntryFilter;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** Draws the latest demand for slots among the outputs. */
final class DemandPicture {

    private static final String DEMAND = "jobs.demand";

    /** The number of kinds that are listed. */
    private static final int KINDS_MAX = 25;

    private DemandPicture() {}

    static DemandView of(UnitFacts facts) {
        List<Decided> latest = facts.newest(EntryFilter.of(DEMAND), 1);
        if (latest.isEmpty()) {
            return DemandView.NONE;
        }
        CohortDemand demand = latest.get(0).as(CohortDemand.class);
        long wanted = demand.getOtherSlotsWanted();
        for (KindDemand kind : demand.getKinds()) {
            wanted += kind.getSlotsWanted();
        }
        List<KindLine> lines = demand.getKinds().stream()
                .sorted(Comparator.comparingInt(KindDemand::getSlotsWanted)
                        .thenComparingInt(KindDemand::getQueued)
                        .reversed())
                .limit(KINDS_MAX)
                .map(kind -> line(facts, kind))
                .toList();
        int kinds = demand.getKinds().size() + demand.getOtherKinds();
        return new DemandView(
                Show.count(wanted, "slot is", "slots are") + " wanted that bots lack, since "
                        + Show.time(latest.get(0).entry().time()) + ".",
                (lines.size() < kinds ? Show.number(lines.size()) + " of " : "")
                        + Show.count(kinds, "kind of jobs", "kinds of jobs") + ", by the slots that they want",
                lines);
    }

    private static KindLine line(UnitFacts facts, KindDemand kind) {
        Long oldest = kind.getOldestQueuedAt();
        return new KindLine(
                Show.text(kind.getInstance()),
                facts.links().url("instance", kind.getInstance()),
                properties(kind.getRequirements(), ", "),
                Show.number(kind.getQueued()),
                Show.number(kind.getRunning()),
                kind.getUnplaceable() == 0
                        ? ""
                        : kind.getMissing().isEmpty()
                                ? "no bot matches"
                                : "no bot has " + properties(kind.getMissing(), " or "),
                oldest == null ? "" : Show.lasting(oldest, facts.now()),
                Show.number(kind.getSlotsWanted()));
    }

    private static String properties(List<Property> properties, String between) {
        return Show.text(properties.stream()
                .map(each -> each.getName() + "=" + each.getValue())
                .collect(Collectors.joining(between)));
    }
}
