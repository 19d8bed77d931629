package dev.rota.pages;

import dev.rota.engine.Domain;
import dev.rota.pages.index.Entry;
import dev.rota.pages.index.EntryFilter;
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
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The search page. Its one box finds records by coordinates, head, sequence number, id or part of an id. */
final class SearchPage {

    private static final int SUBJECTS_MAX = 50;
    private static final int ROWS_MAX = 50;

    private static final int HEAD_DIGITS_MIN = 6;
    private static final Pattern HEAD = Pattern.compile("[0-9a-f]{" + HEAD_DIGITS_MIN + ",64}");
    private static final Pattern NUMBER = Pattern.compile("#?([1-9]\\d{0,17})");

    private final House house;

    SearchPage(House house) {
        this.house = house;
    }

    Frame frame(String query) {
        return house.frame("Search", "", house.fromTopics(), false, query);
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
                records(domain, recent, query, subjects, rows);
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

    /**
     * Finds subjects and decisions in one pass over all records. Subjects are found by their id: exact matches first,
     * then ids that contain the query. Decisions are found by an id, a sequence number, or the beginning of a head.
     */
    private void records(Domain domain, Recent recent, String query, List<Found.Subject> subjects, List<Row> rows) {
        Map<String, Found.Subject> exact = new LinkedHashMap<>();
        Map<String, Found.Subject> partly = new LinkedHashMap<>();
        SortedSet<Entry> decisions = new TreeSet<>(Entry.NEWEST_FIRST);
        decisions.addAll(recent.newest(EntryFilter.mentioning(query), ROWS_MAX));
        Predicate<Entry> alike = numberOrHead(query);
        for (Entry entry : recent.all()) {
            if (alike.test(entry) && decisions.size() < 2 * ROWS_MAX) {
                decisions.add(entry);
            }
            for (Mention mention : entry.mentions()) {
                if (mention.id().contains(query) && domain.subjects().contains(mention.field())) {
                    Map<String, Found.Subject> found = mention.id().equals(query) ? exact : partly;
                    if (found.size() < SUBJECTS_MAX) {
                        found.computeIfAbsent(
                                entry.unit() + "\n" + mention.field() + "\n" + mention.id(),
                                key -> subject(domain, entry, mention));
                    }
                }
            }
        }
        Stream.concat(exact.values().stream(), partly.values().stream())
                .limit(SUBJECTS_MAX)
                .forEach(subjects::add);
        decisions.stream().limit(ROWS_MAX).forEach(entry -> rows.add(house.row(entry)));
    }

    /**
     * Returns a filter of records whose sequence number is the query, or whose head begins with it or is a prefix of
     * it.
     */
    static Predicate<Entry> numberOrHead(String query) {
        Matcher number = NUMBER.matcher(query);
        long seq = number.matches() ? Long.parseLong(number.group(1)) : -1;
        String head = query.toLowerCase(Locale.ROOT);
        boolean isHead = HEAD.matcher(head).matches();
        return entry -> entry.seq() == seq
                || (isHead
                        && entry.chain().length() >= HEAD_DIGITS_MIN
                        && (entry.chain().startsWith(head) || head.startsWith(entry.chain())));
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
}
