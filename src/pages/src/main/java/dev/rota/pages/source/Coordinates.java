package dev.rota.pages.source;

import dev.rota.engine.Nullable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The coordinates of a record: {@code topic/partition/offset}. */
public record Coordinates(String topic, int partition, long offset) {

    private static final Pattern FORM = Pattern.compile("([a-zA-Z0-9._-]{1,249})/(0|[1-9]\\d{0,8})/(0|[1-9]\\d{0,17})");

    /** Returns the coordinates in a text, or null if the text has another form. */
    public static @Nullable Coordinates parse(String text) {
        Matcher parts = FORM.matcher(text);
        return parts.matches()
                ? new Coordinates(parts.group(1), Integer.parseInt(parts.group(2)), Long.parseLong(parts.group(3)))
                : null;
    }

    @Override
    public String toString() {
        return topic + "/" + partition + "/" + offset;
    }
}
