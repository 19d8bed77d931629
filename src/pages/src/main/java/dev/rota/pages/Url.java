package dev.rota.pages;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.util.regex.Pattern;

/**
 * Builds the addresses of the pages. Ids may contain any character, so they are query parameters, which this class
 * alone encodes.
 */
public final class Url {

    private static final Pattern OWN = Pattern.compile("/(?!/)[^\\\\\\p{Cntrl}]*");

    private Url() {}

    /**
     * Returns a path with parameters, given as {@code name, value, name, value}. Parameters with empty values are
     * omitted.
     */
    public static String of(String path, String... parameters) {
        StringBuilder url = new StringBuilder(path);
        for (int i = 0; i + 1 < parameters.length; i += 2) {
            if (!parameters[i + 1].isEmpty()) {
                url.append(url.length() == path.length() ? '?' : '&')
                        .append(parameters[i])
                        .append('=')
                        .append(URLEncoder.encode(parameters[i + 1], UTF_8));
            }
        }
        return url.toString();
    }

    /**
     * Returns an address if it is one of these pages: a path with one leading slash. Browsers read two slashes, also
     * one and a backslash, as the beginning of another host, and skip control characters. Returns an empty text for
     * any other.
     */
    static String ownOrEmpty(String address) {
        return OWN.matcher(address).matches() ? address : "";
    }

    public static String unit(String domain, String unit) {
        return ofUnit("/unit", domain, unit);
    }

    /** Returns the address of one of the pages of a unit. */
    public static String ofUnit(String path, String domain, String unit) {
        // The nameless unit has an address as well.
        return unit.isEmpty() ? of(path, "domain", domain) + "&unit=" : of(path, "domain", domain, "unit", unit);
    }

    /** Returns the address at which the instance that decides a unit serves one of its pages. */
    public static String page(String domain, String unit, String page) {
        return "/" + domain + "/" + segment(unit) + "/" + pageName(page);
    }

    /**
     * Returns a page's name with its variable encoded. The variable is the text between the folder and the file ending.
     */
    public static String pageName(String page) {
        int from = page.indexOf('/') + 1;
        int to = page.lastIndexOf(".json");
        return from == 0 || to < from
                ? page
                : page.substring(0, from) + segment(page.substring(from, to)) + page.substring(to);
    }

    /** Returns a text as one segment of a path, with separators and dots encoded. */
    public static String segment(String text) {
        return URLEncoder.encode(text, UTF_8).replace("+", "%20").replace(".", "%2E");
    }

    public static String record(String at) {
        return of("/record", "at", at);
    }

    public static String evidence(String domain, String unit) {
        return ofUnit("/evidence", domain, unit);
    }

    public static String subject(String domain, String unit, String kind, String id) {
        return of("/subject", "domain", domain, "unit", unit, "kind", kind, "id", id);
    }
}
