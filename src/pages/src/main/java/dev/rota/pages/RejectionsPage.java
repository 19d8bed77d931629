package dev.rota.pages;

import dev.rota.engine.Domain;
import dev.rota.pages.index.Entry;
import dev.rota.pages.index.EntryFilter;
import dev.rota.pages.index.Recent;
import dev.rota.pages.view.Frame;
import dev.rota.pages.view.RejectionList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The page of a domain's rejections: their numbers, reasons and sources. */
final class RejectionsPage {

    private static final int SHOWN_MAX = 100;
    private static final int COUNTED_MAX = 20_000;

    private final House house;

    RejectionsPage(House house) {
        this.house = house;
    }

    Frame frame(Domain domain) {
        return house.frame("Rejections · " + domain.name(), domain.name(), house.fromTopics(), true, "");
    }

    RejectionList view(Domain domain, String reason) {
        Recent recent = house.recent(domain);
        List<Entry> all = recent.newest(EntryFilter.of(domain.rejections().topic()), COUNTED_MAX);
        Map<String, List<Entry>> counted = new TreeMap<>();
        all.forEach(entry -> counted.computeIfAbsent(entry.kind() + " " + source(entry), key -> new ArrayList<>())
                .add(entry));
        List<RejectionList.Count> counts = counted.values().stream()
                .sorted(Comparator.<List<Entry>>comparingInt(List::size).reversed())
                .limit(SHOWN_MAX)
                .map(entries -> count(domain, entries))
                .toList();
        return new RejectionList(
                domain.name(),
                counts,
                all.stream()
                        .filter(entry -> reason.isEmpty() || entry.kind().equals(reason))
                        .limit(SHOWN_MAX)
                        .map(house::row)
                        .toList(),
                house.kept(recent),
                Show.text(reason));
    }

    private RejectionList.Count count(Domain domain, List<Entry> entries) {
        Entry last = entries.get(0);
        return new RejectionList.Count(
                Show.text(last.kind()),
                source(last),
                Show.number(entries.size()),
                Show.ago(last.time(), house.now()),
                Url.of("/rejections", "domain", domain.name(), "reason", last.kind()));
    }

    /** Returns the input topic, with which the sentence of the rejection begins. */
    private static String source(Entry entry) {
        int slash = entry.sentence().indexOf('/');
        return slash < 0 ? "" : Show.text(entry.sentence().substring(0, slash));
    }
}
