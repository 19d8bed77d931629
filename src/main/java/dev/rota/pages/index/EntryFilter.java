package dev.rota.pages.index;

import dev.rota.engine.Nullable;
import java.util.function.Predicate;

/**
 * Which records are wanted, and what they are found by.
 *
 * @param topic without the prefix; empty for all
 * @param about an id that they have
 * @param beside a record with the same cause; what it caused is looked at and nothing else
 * @param also what else must hold
 */
public record EntryFilter(
        String topic, @Nullable Mention about, @Nullable Entry beside, Predicate<Entry> also)
        implements Predicate<Entry> {

    /** All of all topics. */
    public static EntryFilter all() {
        return of("");
    }

    /** All of a topic. */
    public static EntryFilter of(String topic) {
        return new EntryFilter(topic, null, null, entry -> true);
    }

    /** All with this id, in whatever topic. */
    public static EntryFilter mentioning(String id) {
        return all().about("", id);
    }

    /**
     * Of those, the ones with an id.
     *
     * @param field its name; empty for any
     */
    public EntryFilter about(String field, String id) {
        return new EntryFilter(topic, new Mention(field, id), beside, also);
    }

    /** Of those, the ones with the same cause. */
    public EntryFilter beside(Entry entry) {
        return new EntryFilter(topic, about, entry, also);
    }

    /** Of those, the ones of a unit; asked before whatever else must hold. */
    public EntryFilter in(String unit) {
        return new EntryFilter(topic, about, beside, entry -> entry.unit().equals(unit) && also.test(entry));
    }

    @Override
    public EntryFilter and(Predicate<? super Entry> more) {
        return new EntryFilter(topic, about, beside, entry -> also.test(entry) && more.test(entry));
    }

    @Override
    public boolean test(Entry entry) {
        return (topic.isEmpty() || entry.name().equals(topic))
                && (about == null || isAbout(entry, about))
                && (beside == null || entry.cause().equals(beside.cause()))
                && also.test(entry);
    }

    private static boolean isAbout(Entry entry, Mention about) {
        return about.field().isEmpty()
                ? entry.mentions(about.id())
                : entry.mentions().contains(about);
    }
}
