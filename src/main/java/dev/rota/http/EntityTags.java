package dev.rota.http;

/** Entity tags as HTTP's headers have them. */
final class EntityTags {

    private EntityTags() {}

    /** A tag as a header's value. */
    static String header(String tag) {
        return '"' + tag + '"';
    }

    /** The tag in a header's value. */
    static String tag(String header) {
        String strong = header.startsWith("W/") ? header.substring(2) : header;
        return strong.length() >= 2 && strong.startsWith("\"") && strong.endsWith("\"")
                ? strong.substring(1, strong.length() - 1)
                : strong;
    }

    /** Whether an If-None-Match names a tag; tags here have no commas. */
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
