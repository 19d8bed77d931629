package dev.rota.jobs.explain;

import dev.rota.engine.Times;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.List;
import java.util.Locale;

/** Phrases facts for explanations. */
final class Words {

    /** How many names a list shows before it only counts the others. */
    private static final int NAMED_MAX = 5;

    private static final DateTimeFormatter UTC_WITH_MS =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter(Locale.ROOT);

    private Words() {}

    /** A time in both readable and numeric form. */
    static String since(long time) {
        return "since " + utc(time) + " (" + time + " ms)";
    }

    static String at(long time) {
        return time == Times.NEVER ? "at no time" : "at " + utc(time);
    }

    static String until(long time) {
        return time == Times.NEVER ? "for ever" : "until " + utc(time);
    }

    static String utc(long time) {
        return UTC_WITH_MS.format(Instant.ofEpochMilli(time));
    }

    static String bots(int count) {
        return count == 1 ? "1 bot" : count + " bots";
    }

    /** Names in a row, those beyond a few as a number. */
    static String row(List<String> names, String conjunction) {
        int named = Math.min(names.size(), NAMED_MAX);
        String row = named == 1 || named < names.size()
                ? String.join(", ", names.subList(0, named))
                : String.join(", ", names.subList(0, named - 1)) + conjunction + names.get(named - 1);
        return named < names.size() ? row + conjunction + (names.size() - named) + " more" : row;
    }
}
