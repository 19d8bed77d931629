package dev.rota.pages;

import dev.rota.engine.Domain;
import dev.rota.engine.Ids;
import dev.rota.pages.index.Recent.UnitSeen;
import dev.rota.pages.view.Frame;
import dev.rota.pages.view.Link;
import dev.rota.pages.view.UnitList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The page of a domain's units, sorted and filtered, a hundred at a time. */
final class UnitsPage {

    private static final int A_PAGE = 100;

    /** The number of units whose first differing record is shown. All diverged units come first in the list. */
    private static final int DIVERGED_MAX = 10;

    private static final Map<String, Comparator<UnitSeen>> ORDERS = new LinkedHashMap<>();

    static {
        ORDERS.put("unit", Comparator.comparing(seen -> seen.last().unit(), Ids.BY_BYTES));
        ORDERS.put(
                "seq",
                Comparator.<UnitSeen>comparingLong(seen -> seen.last().seq()).reversed());
        ORDERS.put(
                "last",
                Comparator.<UnitSeen>comparingLong(seen -> seen.last().time()).reversed());
        ORDERS.put("decisions", Comparator.comparingLong(UnitSeen::decisions).reversed());
        ORDERS.put("rejections", Comparator.comparingLong(UnitSeen::rejections).reversed());
    }

    private final House house;
    private final Tasks tasks;

    UnitsPage(House house, Tasks tasks) {
        this.house = house;
        this.tasks = tasks;
    }

    Frame frame(Domain domain) {
        return house.frame(domain.name(), domain.name(), house.fromTopics(), true, "");
    }

    UnitList view(Domain domain, String filter, String sort, int page) {
        String order = ORDERS.containsKey(sort) ? sort : "unit";
        List<UnitSeen> units = new ArrayList<>(house.recent(domain).units().stream()
                .filter(seen -> seen.last().unit().contains(filter))
                .toList());
        Audited audited = new Audited(house, tasks, domain);
        Comparator<UnitSeen> divergedFirst =
                Comparator.comparing(seen -> !audited.diverged(seen.last().unit()));
        Comparator<UnitSeen> by = ORDERS.get(order);
        units.sort(by == null ? divergedFirst : divergedFirst.thenComparing(by));
        int pages = Math.max(1, (units.size() + A_PAGE - 1) / A_PAGE);
        int shown = Math.min(Math.max(1, page), pages);
        SortedMap<Integer, String> owners = house.instances()
                .state(domain.name())
                .map(Instances.State::owners)
                .orElse(new TreeMap<>());
        List<UnitList.Line> lines = units.stream()
                .skip((long) A_PAGE * (shown - 1))
                .limit(A_PAGE)
                .map(seen -> line(domain, seen, owners, audited))
                .toList();
        return new UnitList(
                domain.name(),
                audited.diverged().stream().limit(DIVERGED_MAX).toList(),
                filter,
                columns(domain, filter, order),
                lines,
                Show.number(units.size()) + (units.size() == 1 ? " unit" : " units") + " with decisions since "
                        + Show.time(house.recent(domain).since(house.now())),
                pages(domain, filter, order, shown, pages));
    }

    private UnitList.Line line(Domain domain, UnitSeen seen, SortedMap<Integer, String> owners, Audited audited) {
        var last = seen.last();
        int partition = last.cause().partition();
        return new UnitList.Line(
                new Link(Show.unit(last.unit()), house.unitUrl(domain, last.unit())),
                audited.diverged(last.unit()),
                String.valueOf(partition),
                owners.getOrDefault(partition, "unknown"),
                last.seq() == 0 ? "" : Show.number(last.seq()),
                new Link(Show.head(last.chain()), Url.evidence(domain.name(), last.unit())),
                last.rules(),
                Show.time(last.time()),
                Show.ago(last.time(), house.now()),
                Show.number(seen.decisions()),
                Show.number(seen.rejections()));
    }

    private static List<Link> columns(Domain domain, String filter, String order) {
        return List.of(
                column(domain, filter, order, "unit", "Unit"),
                new Link("Partition", ""),
                new Link("Decided by", ""),
                column(domain, filter, order, "seq", "Sequence"),
                new Link("Head", ""),
                new Link("Rules", ""),
                column(domain, filter, order, "last", "Last decision"),
                column(domain, filter, order, "decisions", "Decisions"),
                column(domain, filter, order, "rejections", "Rejections"));
    }

    private static Link column(Domain domain, String filter, String order, String sort, String title) {
        return new Link(
                title, Url.of("/units", "domain", domain.name(), "filter", filter, "sort", sort), order.equals(sort));
    }

    private static List<Link> pages(Domain domain, String filter, String order, int shown, int pages) {
        List<Link> links = new ArrayList<>();
        for (int page = Math.max(1, shown - 5); page <= Math.min(pages, shown + 5); page++) {
            links.add(new Link(
                    String.valueOf(page),
                    Url.of(
                            "/units",
                            "domain",
                            domain.name(),
                            "filter",
                            filter,
                            "sort",
                            order,
                            "page",
                            String.valueOf(page)),
                    page == shown));
        }
        return links;
    }
}
