package dev.rota.http;

/** Formats and parses entity tags in HTTP headers. */
final class EntityTags {

    private EntityTags() {}

    /** Returns a tag as the value of a header. */
    static String header(String tag) {
        return '"' + tag + '"';
    }

    /** Returns the tag in the value of a header. */
    static String tag(String header) {
        String strong = header.startsWith("W/") ? header.substring(2) : header;
        return strong.length() >= 2 && strong.startsWith("\"") && strong.endsWith("\"")
                ? strong.substring(1, strong.length() - 1)
                : strong;
    }

    /** Returns whether an If-None-Match header contains a tag. The tags of this server contain no commas. */
    static boolean names(String ifNoneMatch, String tag) {
        for (String each : ifNoneMatch.split(",")) {
            String one = each.strip();
            if (one.equals("*") || (one.endsWith("\"") && tag(one).equals(tag))) {
                return true;
            }
        }
        return false;
    }
}
