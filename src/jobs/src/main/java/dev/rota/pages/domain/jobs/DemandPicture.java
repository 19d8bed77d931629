package dev.rota.pages.domain.jobs;

import dev.rota.engine.Nullable;
import dev.rota.jobs.CohortDemand;
import dev.rota.jobs.KindDemand;
import dev.rota.jobs.Property;
import dev.rota.pages.Show;
import dev.rota.pages.domain.Decided;
import dev.rota.pages.domain.UnitFacts;
import dev.rota.pages.index.EntryFilter;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** Draws the latest demand for slots among the outputs. */
public final class DemandPicture {

    /**
     * The jobs of an instance that require the same properties.
     *
     * @param requires the required properties
     * @param nowhere why no bot can run them; empty if a bot can
     * @param waited how long the oldest has waited; empty if none waits
     */
    public record KindLine(
            String instance,
            String instanceUrl,
            String requires,
            String queued,
            String running,
            String nowhere,
            String waited,
            String wanted) {}

    private static final String DEMAND = "jobs.demand";

    /** The number of kinds that are listed. */
    private static final int KINDS_MAX = 25;

    private final UnitFacts facts;

    /** The latest demand; null if none is known. */
    private final @Nullable Decided latest;

    DemandPicture(UnitFacts facts) {
        this.facts = facts;
        this.latest =
                facts.newest(EntryFilter.of(DEMAND), 1).stream().findFirst().orElse(null);
    }

    /** Returns the slots that are wanted in total, and since when that is so; empty if no demand is known. */
    public String sentence() {
        if (latest == null) {
            return "";
        }
        CohortDemand demand = latest.as(CohortDemand.class);
        long wanted = demand.getOtherSlotsWanted()
                + demand.getKinds().stream()
                        .mapToLong(KindDemand::getSlotsWanted)
                        .sum();
        return Show.count(wanted, "slot is", "slots are") + " wanted that bots lack, since "
                + Show.time(latest.entry().time()) + ".";
    }

    public String caption() {
        CohortDemand demand = Objects.requireNonNull(latest).as(CohortDemand.class);
        int kinds = demand.getKinds().size() + demand.getOtherKinds();
        int listed = Math.min(KINDS_MAX, demand.getKinds().size());
        return (listed < kinds ? Show.number(listed) + " of " : "") + Show.count(kinds, "kind of jobs", "kinds of jobs")
                + ", by the slots that they want";
    }

    public List<KindLine> kinds() {
        return Objects.requireNonNull(latest).as(CohortDemand.class).getKinds().stream()
                .sorted(Comparator.comparingInt(KindDemand::getSlotsWanted)
                        .thenComparingInt(KindDemand::getQueued)
                        .reversed())
                .limit(KINDS_MAX)
                .map(this::line)
                .toList();
    }

    private KindLine line(KindDemand kind) {
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
