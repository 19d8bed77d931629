package dev.rota.engine.text;

import dev.rota.engine.Times;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** Phrases facts for explanations, with the same wording in every domain. */
public final class Phrases {

    /** The number of names that a list shows; further ones are only counted. */
    private static final int NAMED_MAX = 5;

    private static final DateTimeFormatter UTC_WITH_MS =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter(Locale.ROOT);

    private Phrases() {}

    /** Returns a time in both readable and numeric form. */
    public static String since(long time) {
        return "since " + utc(time) + " (" + time + " ms)";
    }

    public static String at(long time) {
        return time == Times.NEVER ? "at no time" : "at " + utc(time);
    }

    public static String until(long time) {
        return time == Times.NEVER ? "for ever" : "until " + utc(time);
    }

    /** Formats a time such as {@code 2026-01-02T03:04:05.678Z}; times beyond the calendar stay a number. */
    public static String utc(long time) {
        try {
            return UTC_WITH_MS.format(Instant.ofEpochMilli(time));
        } catch (DateTimeException e) {
            return time + " ms";
        }
    }

    /** Returns a count with its noun: {@code 1 bot}, {@code 2 bots}. */
    public static String count(long count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }

    /** Joins names to a list, and counts those beyond a few. */
    public static String row(List<String> names, String conjunction) {
        return row(names, Function.identity(), conjunction);
    }

    /** Joins the names of items to a list, and counts those beyond a few. */
    public static <T> String row(Collection<T> all, Function<T, String> name, String conjunction) {
        List<String> names = all.stream().limit(NAMED_MAX).map(name).toList();
        int named = names.size();
        String row = named == 1 || named < all.size()
                ? String.join(", ", names)
                : String.join(", ", names.subList(0, named - 1)) + conjunction + names.get(named - 1);
        return named < all.size() ? row + conjunction + (all.size() - named) + " more" : row;
    }
}
