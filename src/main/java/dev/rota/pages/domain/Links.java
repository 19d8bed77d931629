package dev.rota.pages.domain;

import dev.rota.pages.Show;
import dev.rota.pages.Url;
import dev.rota.pages.view.Link;

/** Links to the subjects of a unit, and to the records about it. */
public record Links(String domain, String unit) {

    /** The address of a subject, with further parameters, {@code name, value, name, value}; empty values are left out. */
    public String url(String kind, String id, String... parameters) {
        return with(Url.subject(domain, unit, kind, id), parameters);
    }

    /** A link to a subject under its id; none if that is empty. */
    public Link to(String kind, String id) {
        return id.isEmpty() ? Link.NONE : to(kind, id, id);
    }

    /** A link to a subject that has a number. */
    public Link to(String kind, long number) {
        return to(kind, String.valueOf(number));
    }

    /** A link to a subject under another text. */
    public Link to(String kind, String id, String text) {
        return new Link(Show.text(text), url(kind, id));
    }

    /** The page of the unit, with further parameters. */
    public String state(String... parameters) {
        return with(Url.of("/state", "domain", domain, "unit", unit), parameters);
    }

    private static String with(String url, String... parameters) {
        String more = Url.of("", parameters);
        return more.isEmpty() ? url : url + "&" + more.substring(1);
    }

    /** A link to the record that says it. */
    public static Link record(String text, Decided decided) {
        return new Link(text, Url.record(decided.entry().at()));
    }
}
