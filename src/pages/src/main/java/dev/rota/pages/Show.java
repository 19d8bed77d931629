package dev.rota.pages;

import dev.rota.engine.text.Printable;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.HexFormat;
import java.util.Locale;

/** Formats values for pages. */
public final class Show {

    /** The length at which a text is cut on a page. The page that it links to has the whole text. */
    private static final int TEXT_CHARS_MAX = 2_000;

    private static final DateTimeFormatter UTC =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter(Locale.ROOT);

    private static final HexFormat HEX = HexFormat.of();

    private Show() {}

    /** Returns a text from outside with escapes in place of characters that could reorder or hide text. */
    public static String text(String text) {
        String printable = Printable.of(text);
        return printable.length() <= TEXT_CHARS_MAX
                ? printable
                : printable.substring(0, TEXT_CHARS_MAX) + "… (" + text.length() + " characters)";
    }

    /** Escapes unprintable characters of JSON, which occur in its texts only. */
    public static String json(String json) {
        StringBuilder text = new StringBuilder();
        json.chars().forEach(c -> {
            if (c != '\n' && c != '\r' && Printable.isUnsafe(c)) {
                text.append(String.format(Locale.ROOT, "\\u%04x", c));
            } else {
                text.append((char) c);
            }
        });
        return text.toString();
    }

    /** Returns an id quoted for a shell. */
    public static String quoted(String id) {
        String shown = text(id);
        return shown.matches("[a-zA-Z0-9._:@+-]+") ? shown : "'" + shown.replace("'", "'\\''") + "'";
    }

    /** Returns the name of a unit, or a phrase for the nameless one, which stands for a partition as a whole. */
    public static String unit(String unit) {
        return unit.isEmpty() ? "(no unit)" : text(unit);
    }

    public static String time(long time) {
        return UTC.format(Instant.ofEpochMilli(time));
    }

    /** Returns the approximate time since a moment, as "5 min ago". */
    public static String ago(long time, long now) {
        long seconds = Math.max(0, now - time) / 1_000;
        return seconds < 1 ? "just now" : duration(seconds) + " ago";
    }

    /** Returns the approximate duration since a moment. */
    public static String lasting(long since, long now) {
        return duration(Math.max(0, now - since) / 1_000);
    }

    private static String duration(long seconds) {
        if (seconds < 120) {
            return seconds + " s";
        } else if (seconds < 7_200) {
            return seconds / 60 + " min";
        } else if (seconds < 172_800) {
            return seconds / 3_600 + " h";
        }
        return seconds / 86_400 + " days";
    }

    public static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** Returns a number with its noun in the singular or plural. */
    public static String count(long number, String one, String many) {
        return number(number) + " " + (number == 1 ? one : many);
    }

    /**
     * Returns a part as a percentage of the whole, for the width of a bar. A part that is not 0 is at least 1, so that
     * it is visible.
     */
    public static int percent(long part, long whole) {
        return part <= 0 ? 0 : (int) Math.max(1, Math.min(100, 100.0 * part / Math.max(1, whole)));
    }

    /** Returns the beginning of a chain head, which is long enough to distinguish heads. */
    public static String head(String chain) {
        return chain.length() <= 8 ? chain : chain.substring(0, 8);
    }

    /** Returns bytes as text, with a dot in place of each byte that is not printable. */
    public static String ascii(byte[] bytes) {
        StringBuilder text = new StringBuilder();
        for (byte each : bytes) {
            text.append(each >= ' ' && each <= '~' ? (char) each : '·');
        }
        return text.toString();
    }

    /** Returns up to {@code most} bytes as hex and text, sixteen per line. */
    public static String dump(byte[] bytes, int most) {
        StringBuilder dump = new StringBuilder();
        int end = Math.min(bytes.length, most);
        for (int line = 0; line < end; line += 16) {
            StringBuilder text = new StringBuilder();
            dump.append(String.format(Locale.ROOT, "%06x ", line));
            for (int i = line; i < line + 16; i++) {
                dump.append(i < end ? " " + HEX.toHexDigits(bytes[i]) : "   ");
                if (i < end) {
                    text.append(bytes[i] >= ' ' && bytes[i] <= '~' ? (char) bytes[i] : '.');
                }
            }
            dump.append("  ").append(text).append('\n');
        }
        return dump.append(bytes.length > end ? "… " + (bytes.length - end) + " bytes more\n" : "")
                .toString();
    }
}
