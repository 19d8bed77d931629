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

/** Phrases facts for explanations, alike in every domain. */
public final class Phrases {

    /** How many names a list shows before it only counts the others. */
    private static final int NAMED_MAX = 5;

    private static final DateTimeFormatter UTC_WITH_MS =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter(Locale.ROOT);

    private Phrases() {}

    /** A time in both readable and numeric form. */
    public static String since(long time) {
        return "since " + utc(time) + " (" + time + " ms)";
    }

    public static String at(long time) {
        return time == Times.NEVER ? "at no time" : "at " + utc(time);
    }

    public static String until(long time) {
        return time == Times.NEVER ? "for ever" : "until " + utc(time);
    }

    /** A time such as {@code 2026-01-02T03:04:05.678Z}; times beyond the calendar stay a number. */
    public static String utc(long time) {
        try {
            return UTC_WITH_MS.format(Instant.ofEpochMilli(time));
        } catch (DateTimeException e) {
            return time + " ms";
        }
    }

    /** {@code 1 bot}, {@code 2 bots}. */
    public static String count(long count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }

    /** Names in a row, those beyond a few as a number. */
    public static String row(List<String> names, String conjunction) {
        return row(names, Function.identity(), conjunction);
    }

    /** The names of things in a row; of those beyond a few only the number. */
    public static <T> String row(Collection<T> all, Function<T, String> name, String conjunction) {
        List<String> names = all.stream().limit(NAMED_MAX).map(name).toList();
        int named = names.size();
        String row = named == 1 || named < all.size()
                ? String.join(", ", names)
                : String.join(", ", names.subList(0, named - 1)) + conjunction + names.get(named - 1);
        return named < all.size() ? row + conjunction + (all.size() - named) + " more" : row;
    }
}
