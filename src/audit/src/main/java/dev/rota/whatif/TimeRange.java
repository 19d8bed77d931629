package dev.rota.whatif;

import dev.rota.engine.Nullable;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The time in which worlds are compared, as people write it.
 *
 * @param from the beginning, or null: the first changed event
 * @param fromEnd whether it begins at the end of the record
 * @param to the end, or null: the end of the record
 * @param toAfterFrom whether {@code to} is counted from the beginning of the comparison
 */
public record TimeRange(
        @Nullable Long from, boolean fromEnd, @Nullable Long to, boolean toAfterFrom) {

    private static final Pattern DURATION = Pattern.compile("(\\d{1,10})(ms|s|m|h|d)");
    private static final Pattern MILLIS = Pattern.compile("\\d{1,18}");

    /** Thrown for a text that is no time. The message is for people, and begins with {@code from} or {@code to}. */
    public static final class BadTime extends Exception {

        private static final long serialVersionUID = 1L;

        BadTime(String message) {
            super(message, null, false, false);
        }
    }

    /**
     * Reads a range.
     *
     * @param from a time, {@code end}, or an empty text
     * @param to a time, a duration after the beginning such as {@code +1h}, or an empty text
     */
    public static TimeRange of(String from, String to) throws BadTime {
        boolean fromEnd = from.equals("end");
        boolean after = to.startsWith("+");
        return new TimeRange(
                from.isEmpty() || fromEnd ? null : time("from", from),
                fromEnd,
                to.isEmpty() ? null : after ? duration(to) : time("to", to),
                after);
    }

    private static long time(String name, String text) throws BadTime {
        try {
            return MILLIS.matcher(text).matches()
                    ? Long.parseLong(text)
                    : Instant.parse(text).toEpochMilli();
        } catch (DateTimeException | ArithmeticException e) {
            throw new BadTime(
                    name + ": expected a time such as 2026-01-02T03:04:05Z, or milliseconds, but it is '" + text + "'");
        }
    }

    private static long duration(String text) throws BadTime {
        Matcher matcher = DURATION.matcher(text.substring(1).toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new BadTime("to: expected a time, or one after the beginning such as +30s, +10m or +1h, but it is '"
                    + text + "'");
        }
        long number = Long.parseLong(matcher.group(1));
        return number
                * switch (matcher.group(2)) {
                    case "ms" -> 1;
                    case "s" -> 1_000;
                    case "m" -> 60_000;
                    case "h" -> 3_600_000;
                    default -> 86_400_000;
                };
    }
}
