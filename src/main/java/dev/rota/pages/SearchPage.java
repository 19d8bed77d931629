package dev.rota.pages;

import dev.rota.engine.Domain;
import dev.rota.pages.index.Entry;
import dev.rota.pages.index.Mention;
import dev.rota.pages.index.Recent;
import dev.rota.pages.source.Coordinates;
import dev.rota.pages.view.Found;
import dev.rota.pages.view.Frame;
import dev.rota.pages.view.Link;
import dev.rota.pages.view.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One box: coordinates, heads, sequence numbers, and ids or parts of them. */
final class SearchPage {

    private static final int SUBJECTS_MAX = 50;
    private static final int ROWS_MAX = 50;

    /** Beyond so many decisions with an id, older ones add nothing. */
    private static final int LOOKED_AT_MAX = 2_000;

    private static final Pattern HEAD = Pattern.compile("[0-9a-f]{6,64}");
    private static final Pattern NUMBER = Pattern.compile("#?([1-9]\\d{0,17})");

    private final House house;

    SearchPage(House house) {
        this.house = house;
    }

    Frame frame(String query) {
        return house.frame("Search", "", house.fromTopics(), "", query);
    }

    Found view(String query) {
        List<Found.Subject> subjects = new ArrayList<>();
        List<Row> rows = new ArrayList<>();
        List<Link> places = new ArrayList<>();
        List<String> searched = new ArrayList<>();
        Coordinates at = Coordinates.parse(query);
        if (at != null) {
            places.add(new Link("The record at " + at, Url.record(at.toString())));
        }
        for (Domain domain : house.domains()) {
            Recent recent = house.recent(domain);
            searched.add(Show.number(recent.size()) + " output records of " + domain.name() + " since "
                    + Show.time(recent.since(house.now())));
            if (!query.isBlank()) {
                units(domain, recent, query, places);
                Hits hits = new Hits(query);
                recent.eachWhile(hits);
                subjects(domain, hits.newest(), query, subjects);
                hits.decisions.forEach(entry -> rows.add(house.row(entry)));
            }
        }
        return new Found(
                Show.text(query),
                "Searched: " + String.join("; ", searched) + ". What is older is found by its coordinates.",
                subjects,
                rows,
                places);
    }

    private static void units(Domain domain, Recent recent, String query, List<Link> places) {
        recent.units().stream()
                .map(seen -> seen.last().unit())
                .filter(unit -> !unit.isEmpty() && unit.contains(query))
                .limit(SUBJECTS_MAX)
                .forEach(unit -> places.add(new Link(
                        "The unit " + Show.text(unit) + " of " + domain.name(), Url.unit(domain.name(), unit))));
    }

    private void subjects(Domain domain, List<Entry> entries, String query, List<Found.Subject> subjects) {
        Map<String, Found.Subject> found = new LinkedHashMap<>();
        for (Entry entry : entries) {
            for (Mention mention : entry.mentions()) {
                if (domain.subjects().contains(mention.field())
                        && mention.id().contains(query)
                        && found.size() < SUBJECTS_MAX) {
                    found.computeIfAbsent(
                            entry.unit() + "\n" + mention.field() + "\n" + mention.id(),
                            key -> subject(domain, entry, mention));
                }
            }
        }
        subjects.addAll(found.values());
    }

    private Found.Subject subject(Domain domain, Entry entry, Mention mention) {
        return new Found.Subject(
                mention.field(),
                Show.text(mention.id()),
                Url.subject(domain.name(), entry.unit(), mention.field(), mention.id()),
                Show.unit(entry.unit()),
                Show.ago(entry.time(), house.now()),
                Show.text(entry.sentence()));
    }

    /** What a query finds among the latest records, which are walked through once: most of a search is that walk. */
    private static final class Hits implements Predicate<Entry> {
        private final String query;
        private final String lower;
        private final long seq;
        private final boolean isHead;
        private final List<Entry> whole = new ArrayList<>();
        private final List<Entry> part = new ArrayList<>();
        private final List<Entry> decisions = new ArrayList<>();

        Hits(String query) {
            this.query = query;
            this.lower = query.toLowerCase(Locale.ROOT);
            Matcher number = NUMBER.matcher(query);
            this.seq = number.matches() ? Long.parseLong(number.group(1)) : 0;
            this.isHead = HEAD.matcher(lower).matches();
        }

        /** Returns whether further records could add something. */
        @Override
        public boolean test(Entry entry) {
            boolean isWhole = entry.mentions(query);
            if (isWhole && whole.size() < LOOKED_AT_MAX) {
                whole.add(entry);
            }
            if (part.size() < LOOKED_AT_MAX && (isWhole || entry.mentionsPart(query))) {
                part.add(entry);
            }
            if (decisions.size() < ROWS_MAX && (isWhole || isNumbered(entry))) {
                decisions.add(entry);
            }
            return whole.size() < LOOKED_AT_MAX || decisions.size() < ROWS_MAX;
        }

        private boolean isNumbered(Entry entry) {
            return (seq > 0 && entry.seq() == seq) || (isHead && hasHead(entry.chain()));
        }

        /** Whether one of the two is a prefix of the other. */
        private boolean hasHead(String chain) {
            return chain.startsWith(lower)
                    || (lower.length() > chain.length() && !chain.isEmpty() && lower.startsWith(chain));
        }

        /** First those that it is an id of, then those that it is a part of one of. */
        List<Entry> newest() {
            List<Entry> all = new ArrayList<>(whole);
            if (whole.size() < LOOKED_AT_MAX) {
                all.addAll(part);
            }
            return all;
        }
    }
}
