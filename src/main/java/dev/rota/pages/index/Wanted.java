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
public record Wanted(
        String topic, @Nullable Mention about, @Nullable Entry beside, Predicate<Entry> also)
        implements Predicate<Entry> {

    /** All of all topics. */
    public static Wanted all() {
        return of("");
    }

    /** All of a topic. */
    public static Wanted of(String topic) {
        return new Wanted(topic, null, null, entry -> true);
    }

    /** All with this id, in whatever topic. */
    public static Wanted mentioning(String id) {
        return all().about("", id);
    }

    /**
     * Of those, the ones with an id.
     *
     * @param field its name; empty for any
     */
    public Wanted about(String field, String id) {
        return new Wanted(topic, new Mention(field, id), beside, also);
    }

    /** Of those, the ones with the same cause. */
    public Wanted beside(Entry entry) {
        return new Wanted(topic, about, entry, also);
    }

    /** Of those, the ones of a unit; asked before whatever else must hold. */
    public Wanted in(String unit) {
        return new Wanted(topic, about, beside, entry -> entry.unit().equals(unit) && also.test(entry));
    }

    @Override
    public Wanted and(Predicate<? super Entry> more) {
        return new Wanted(topic, about, beside, entry -> also.test(entry) && more.test(entry));
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
