package dev.rota.pages;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;

/** Makes the pages' addresses. Ids are hostile, so they stand in query parameters, and only this class puts them there. */
public final class Url {

    private Url() {}

    /** A path with parameters, {@code name, value, name, value}; empty values are left out. */
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

    public static String unit(String domain, String unit) {
        return ofUnit("/unit", domain, unit);
    }

    /** One of the pages of a unit. */
    static String ofUnit(String path, String domain, String unit) {
        // The nameless unit has an address too.
        return unit.isEmpty() ? of(path, "domain", domain) + "&unit=" : of(path, "domain", domain, "unit", unit);
    }

    /** A page of a unit, as the instance that decides it serves it. */
    public static String page(String domain, String unit, String page) {
        return "/" + domain + "/" + segment(unit) + "/" + pageName(page);
    }

    /** A page's name; what stands between its folder and its ending is a text like the unit, and encoded. */
    public static String pageName(String page) {
        int from = page.indexOf('/') + 1;
        int to = page.lastIndexOf(".json");
        return from == 0 || to < from
                ? page
                : page.substring(0, from) + segment(page.substring(from, to)) + page.substring(to);
    }

    /** A text as one part of a path; nothing in it is taken for a separator or a format. */
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
