package dev.rota.cli.whatif.history;

import dev.rota.cli.options.Unusable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A table with a header: the fields of the current row by role. The header is the first row; its names may be in any
 * order and case.
 */
final class Rows {

    private static final int SHOWN_CHARS = 60;

    private final char delimiter;
    private final boolean quoted;
    /** The names that a role may have, the first that is there counts. */
    private final Map<String, List<String>> names;

    private final List<String> required;
    private final Map<String, Integer> columns = new LinkedHashMap<>();
    private int width;
    private List<String> fields = List.of();

    Rows(char delimiter, boolean quoted, Map<String, List<String>> names, List<String> required) {
        this.delimiter = delimiter;
        this.quoted = quoted;
        this.names = names;
        this.required = required;
    }

    /**
     * Returns names of roles, some of which are given.
     *
     * @param usual the names that a role usually has, separated by blanks, by role
     */
    static Map<String, List<String>> named(Map<String, String> usual, Map<String, String> given) {
        Map<String, List<String>> names = new LinkedHashMap<>();
        usual.forEach((role, its) -> names.put(role, List.of(its.split(" "))));
        given.forEach((role, name) -> {
            if (names.replace(role, List.of(name)) == null) {
                throw new Unusable("expected --column of one of " + String.join(", ", names.keySet())
                        + ", but it is of '" + role + "'");
            }
        });
        return names;
    }

    /** Takes a row. Returns false if it is the header, or blank. */
    boolean take(String row) throws Malformed {
        if (row.isBlank()) {
            return false;
        }
        fields = split(row);
        if (columns.isEmpty()) {
            header();
            return false;
        }
        if (fields.size() != width) {
            throw new Malformed("expected " + width + " fields as in the header, but there are " + fields.size());
        }
        return true;
    }

    private void header() {
        List<String> header = fields.stream()
                .map(name -> name.strip().toLowerCase(Locale.ROOT))
                .toList();
        width = header.size();
        names.forEach((role, its) -> its.stream()
                .map(name -> header.indexOf(name.toLowerCase(Locale.ROOT)))
                .filter(at -> at >= 0)
                .findFirst()
                .ifPresent(at -> columns.put(role, at)));
        for (String role : required) {
            if (!columns.containsKey(role)) {
                throw new Unusable("expected a header with "
                        + String.join(" or ", names.getOrDefault(role, List.of(role)))
                        + " for " + role + ", but it is '" + shown(String.join(String.valueOf(delimiter), fields))
                        + "': --column " + role + "=NAME names another, and --delimiter what is between them");
            }
        }
    }

    /** Returns whether the table has a column for a role. */
    boolean has(String role) {
        return columns.containsKey(role);
    }

    /** Returns the field of a role, or an empty text if there is none. */
    String get(String role) {
        Integer at = columns.get(role);
        return at == null ? "" : fields.get(at).strip();
    }

    /** Returns a whole number, or {@code absent} if the field is empty. */
    long number(String role, long absent) throws Malformed {
        String text = get(role);
        if (text.isEmpty()) {
            return absent;
        }
        try {
            double value = Double.parseDouble(text);
            if (Math.abs(value) <= Integer.MAX_VALUE) {
                return Math.round(value);
            }
        } catch (NumberFormatException e) {
            // the sentence below covers it
        }
        throw new Malformed("expected " + role + " to be a number up to " + Integer.MAX_VALUE + ", but it is '"
                + shown(text) + "'");
    }

    /** Returns whether a quote of a row is open. */
    boolean isOpen(String row) {
        return quoted && (row.chars().filter(each -> each == '"').count() & 1) == 1;
    }

    private List<String> split(String row) throws Malformed {
        List<String> split = new ArrayList<>(width);
        StringBuilder field = new StringBuilder();
        boolean inQuotes = false;
        for (int i = 0; i < row.length(); i++) {
            char each = row.charAt(i);
            if (quoted && each == '"') {
                boolean twice = inQuotes && i + 1 < row.length() && row.charAt(i + 1) == '"';
                if (twice) {
                    field.append(each);
                    i++;
                } else {
                    inQuotes = !inQuotes;
                }
            } else if (each == delimiter && !inQuotes) {
                split.add(field.toString());
                field.setLength(0);
            } else {
                field.append(each);
            }
        }
        if (inQuotes) {
            throw new Malformed("expected a quoted field to end, but it does not");
        }
        split.add(field.toString());
        return split;
    }

    /** Returns the beginning of a text, for a message. */
    static String shown(String text) {
        return text.length() <= SHOWN_CHARS ? text : text.substring(0, SHOWN_CHARS) + "...";
    }
}
