package dev.rota.cli.whatif.history;

import dev.rota.workload.whatif.Past;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads times: numbers since 1970, or dates, which are in a time zone if they name no offset. */
final class TimeReader {

    /** The end of the year 9999. */
    static final long SECONDS_MAX = 253_402_300_799L;

    private static final Set<String> NONE = Set.of("", "unknown", "none", "n/a", "null", "-");
    private static final Pattern NUMBER = Pattern.compile("-?\\d{1,18}(\\.\\d{1,18})?");
    private static final Pattern OFFSET = Pattern.compile(".*T.*(Z|[+-]\\d\\d:?\\d\\d)");
    private static final int SECOND_MS = 1_000;

    private final ZoneId zone;
    private final long numberMs;

    /** @param numberMs the unit of numbers in ms: 1,000 for seconds */
    TimeReader(ZoneId zone, long numberMs) {
        this.zone = zone;
        this.numberMs = numberMs;
    }

    /** Returns a time in ms, or {@link Past#NONE} if it is not known. */
    long read(String text, String what) throws Malformed {
        String time = text.strip();
        if (NONE.contains(time.toLowerCase(Locale.ROOT))) {
            return Past.NONE;
        }
        if (NUMBER.matcher(time).matches()) {
            return bounded(number(time), text, what);
        }
        String iso = time.replace(' ', 'T');
        try {
            Instant instant = OFFSET.matcher(iso).matches()
                    ? OffsetDateTime.parse(iso).toInstant()
                    : LocalDateTime.parse(iso).atZone(zone).toInstant();
            return bounded(instant.toEpochMilli(), text, what);
        } catch (DateTimeException | ArithmeticException e) {
            throw new Malformed("expected " + what + " to be a time such as 2026-01-02T03:04:05, but it is '"
                    + Rows.shown(text) + "'");
        }
    }

    /** Returns a duration in ms, or {@link Past#NONE} if it is not known. */
    long duration(String text, String what) throws Malformed {
        String duration = text.strip();
        if (duration.isEmpty()) {
            return Past.NONE;
        } else if (!NUMBER.matcher(duration).matches()) {
            throw new Malformed("expected " + what + " to be a number, but it is '" + Rows.shown(text) + "'");
        }
        return bounded(number(duration), text, what);
    }

    private long number(String text) {
        return new BigDecimal(text).multiply(BigDecimal.valueOf(numberMs)).longValue();
    }

    private static long bounded(long ms, String text, String what) throws Malformed {
        if (ms < 0 || ms > SECONDS_MAX * SECOND_MS) {
            throw new Malformed("expected " + what + " from 1970 to 9999, but it is '" + Rows.shown(text) + "'");
        }
        return ms;
    }
}
