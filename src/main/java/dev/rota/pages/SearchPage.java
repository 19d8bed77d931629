package dev.rota.pages;

import dev.rota.engine.Domain;
import dev.rota.pages.index.Entry;
import dev.rota.pages.index.Mention;
import dev.rota.pages.index.Recent;
import dev.rota.pages.index.Wanted;
import dev.rota.pages.source.Coordinates;
import dev.rota.pages.view.Found;
import dev.rota.pages.view.Frame;
import dev.rota.pages.view.Link;
import dev.rota.pages.view.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One box: coordinates, heads, sequence numbers, and ids or parts of them. */
final class SearchPage {

    private static final int SUBJECTS_MAX = 50;
    private static final int ROWS_MAX = 50;

    /** Beyond so many decisions with an id, or ids with a part, older ones add nothing. */
    private static final int LOOKED_AT_MAX = 2_000;

    /** Ids with a part: more than subjects are shown, for those that are no longer kept come to nothing. */
    private static final int IDS_MAX = 200;

    /** Decisions with an id that has a part: more than one, for another unit may have the same id. */
    private static final int OF_AN_ID = 50;

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
                subjects(domain, recent, query, subjects);
                decisions(recent, query).forEach(entry -> rows.add(house.row(entry)));
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

    /** First those that it is the id of, then those that it is a part of one of. */
    private void subjects(Domain domain, Recent recent, String query, List<Found.Subject> subjects) {
        Map<String, Found.Subject> found = new LinkedHashMap<>();
        recent.newest(Wanted.mentioning(query), LOOKED_AT_MAX)
                .forEach(entry -> name(domain, entry, query::equals, found));
        for (String id : idsWithPart(domain, recent, query)) {
            if (found.size() >= SUBJECTS_MAX) {
                break;
            }
            // Its newest records: the one that was found may be any of its records.
            recent.newest(Wanted.mentioning(id), OF_AN_ID).forEach(entry -> name(domain, entry, id::equals, found));
        }
        subjects.addAll(found.values());
    }

    private static Set<String> idsWithPart(Domain domain, Recent recent, String part) {
        Set<String> ids = new LinkedHashSet<>();
        for (Entry with : recent.withPart(part, LOOKED_AT_MAX)) {
            for (Mention mention : with.mentions()) {
                if (ids.size() < IDS_MAX
                        && mention.id().contains(part)
                        && domain.subjects().contains(mention.field())) {
                    ids.add(mention.id());
                }
            }
        }
        return ids;
    }

    private void name(Domain domain, Entry entry, Predicate<String> isWanted, Map<String, Found.Subject> found) {
        for (Mention mention : entry.mentions()) {
            if (domain.subjects().contains(mention.field())
                    && isWanted.test(mention.id())
                    && found.size() < SUBJECTS_MAX) {
                found.computeIfAbsent(
                        entry.unit() + "\n" + mention.field() + "\n" + mention.id(),
                        key -> subject(domain, entry, mention));
            }
        }
    }

    /** Those with this id, sequence number or head. */
    private static List<Entry> decisions(Recent recent, String query) {
        SortedSet<Entry> found = new TreeSet<>(Entry.NEWEST_FIRST);
        found.addAll(recent.newest(Wanted.mentioning(query), ROWS_MAX));
        Matcher number = NUMBER.matcher(query);
        if (number.matches()) {
            found.addAll(recent.numbered(Long.parseLong(number.group(1)), ROWS_MAX));
        }
        if (HEAD.matcher(query.toLowerCase(Locale.ROOT)).matches()) {
            found.addAll(recent.withHead(query, ROWS_MAX));
        }
        return found.stream().limit(ROWS_MAX).toList();
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
