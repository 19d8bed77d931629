package dev.rota.pages.index;

import dev.rota.engine.Nullable;
import java.util.function.Predicate;

/**
 * Selects records, and determines how they are found.
 *
 * @param topic the topic without the prefix; empty for all topics
 * @param about an id that the records contain
 * @param sibling a record with the same cause; only outputs of that cause are read
 * @param also a further condition
 */
public record EntryFilter(
        String topic, @Nullable Mention about, @Nullable Entry sibling, Predicate<Entry> also)
        implements Predicate<Entry> {

    /** Returns a filter that selects all records of all topics. */
    public static EntryFilter all() {
        return of("");
    }

    /** Returns a filter that selects all records of a topic. */
    public static EntryFilter of(String topic) {
        return new EntryFilter(topic, null, null, entry -> true);
    }

    /** Returns a filter that selects the records with an id, in any topic. */
    public static EntryFilter mentioning(String id) {
        return all().about("", id);
    }

    /**
     * Returns this filter limited to records with an id.
     *
     * @param field the name of the id's field; empty for any field
     */
    public EntryFilter about(String field, String id) {
        return new EntryFilter(topic, new Mention(field, id), sibling, also);
    }

    /** Returns this filter limited to records with the same cause as {@code entry}. */
    public EntryFilter withCauseOf(Entry entry) {
        return new EntryFilter(topic, about, entry, also);
    }

    /** Returns this filter limited to records of a unit. The unit is checked before the other conditions. */
    public EntryFilter in(String unit) {
        return new EntryFilter(topic, about, sibling, entry -> entry.unit().equals(unit) && also.test(entry));
    }

    @Override
    public EntryFilter and(Predicate<? super Entry> more) {
        return new EntryFilter(topic, about, sibling, entry -> also.test(entry) && more.test(entry));
    }

    @Override
    public boolean test(Entry entry) {
        return (topic.isEmpty() || entry.name().equals(topic))
                && (about == null || isAbout(entry, about))
                && (sibling == null || entry.cause().equals(sibling.cause()))
                && also.test(entry);
    }

    private static boolean isAbout(Entry entry, Mention about) {
        return about.field().isEmpty()
                ? entry.mentions(about.id())
                : entry.mentions().contains(about);
    }
}
