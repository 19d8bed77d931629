package dev.rota.pages;

import dev.rota.engine.Domain;
import dev.rota.pages.index.Entry;
import dev.rota.pages.index.Recent;
import dev.rota.pages.view.Frame;
import dev.rota.pages.view.Timeline;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;

/** The timeline of a unit: its decisions, newest first. */
final class UnitPage {

    /** The number of decisions on a page. */
    static final int A_PAGE = 100;

    /** The number of decisions from which the list of kinds is made. */
    private static final int KINDS_FROM = 5_000;

    private final House house;

    UnitPage(House house) {
        this.house = house;
    }

    Frame frame(Domain domain, String unit, boolean live) {
        return house.frame(Show.unit(unit) + " · " + domain.name(), domain.name(), house.fromTopics(), live, "");
    }

    Timeline view(Domain domain, String unit, String kind, String id, long before) throws NoPage {
        Recent recent = house.recent(domain);
        Recent.UnitSeen seen = recent.unit(unit);
        if (seen == null) {
            throw NoPage.notFound("expected a unit of " + domain.name() + " with decisions that are kept here, but '"
                    + Show.text(unit) + "' has none");
        }
        Predicate<Entry> wanted = entry -> entry.unit().equals(unit)
                && (kind.isEmpty() || kind.equals(kindOf(entry)))
                && (id.isEmpty() || entry.mentionsPart(id));
        List<Entry> found =
                recent.find(wanted.and(entry -> before <= 0 || entry.cause().offset() < before), A_PAGE + 1);
        boolean more = found.size() > A_PAGE;
        List<Entry> shown = more ? found.subList(0, A_PAGE) : found;
        return new Timeline(
                domain.name(),
                unit,
                String.valueOf(seq(recent, unit)),
                id,
                kinds(recent, unit, kind),
                house.steps(domain, shown),
                more
                        ? Url.of(
                                "/unit",
                                "domain",
                                domain.name(),
                                "unit",
                                unit,
                                "kind",
                                kind,
                                "id",
                                id,
                                "before",
                                String.valueOf(
                                        shown.get(shown.size() - 1).cause().offset()))
                        : "",
                house.kept(recent),
                house.tabs(domain, unit, UnitTab.DECISIONS));
    }

    private static long seq(Recent recent, String unit) {
        return recent.find(entry -> entry.unit().equals(unit) && entry.seq() > 0, 1).stream()
                .mapToLong(Entry::seq)
                .findFirst()
                .orElse(0);
    }

    private static String kindOf(Entry entry) {
        String topic = entry.name().substring(entry.domain().length() + 1);
        return entry.kind().isEmpty() ? topic : topic + " " + entry.kind();
    }

    private static List<Timeline.Choice> kinds(Recent recent, String unit, String chosen) {
        SortedSet<String> kinds = new TreeSet<>();
        recent.find(entry -> entry.unit().equals(unit), KINDS_FROM).forEach(entry -> kinds.add(kindOf(entry)));
        if (!chosen.isEmpty()) {
            kinds.add(chosen);
        }
        List<Timeline.Choice> choices = new ArrayList<>();
        choices.add(new Timeline.Choice("", "all", chosen.isEmpty()));
        kinds.forEach(kind -> choices.add(new Timeline.Choice(kind, Show.text(kind), kind.equals(chosen))));
        return choices;
    }
}
