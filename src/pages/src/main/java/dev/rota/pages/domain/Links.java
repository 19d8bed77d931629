package dev.rota.pages.domain;

import dev.rota.pages.Show;
import dev.rota.pages.Url;
import dev.rota.pages.view.Link;

/** Links to the subjects of a unit, and to the records about it. */
public record Links(String domain, String unit) {

    /**
     * Returns the address of a subject with further parameters, given as {@code name, value, name, value}. Parameters
     * with empty values are omitted.
     */
    public String url(String kind, String id, String... parameters) {
        return with(Url.subject(domain, unit, kind, id), parameters);
    }

    /** Returns a link to a subject, with its id as text, or no link if the id is empty. */
    public Link to(String kind, String id) {
        return id.isEmpty() ? Link.NONE : to(kind, id, id);
    }

    /** Returns a link to a subject whose id is a number. */
    public Link to(String kind, long number) {
        return to(kind, String.valueOf(number));
    }

    /** Returns a link to a subject with another text than its id. */
    public Link to(String kind, String id, String text) {
        return new Link(Show.text(text), url(kind, id));
    }

    /** Returns the address of the unit's page with further parameters. */
    public String state(String... parameters) {
        return with(Url.of("/state", "domain", domain, "unit", unit), parameters);
    }

    private static String with(String url, String... parameters) {
        String more = Url.of("", parameters);
        return more.isEmpty() ? url : url + "&" + more.substring(1);
    }

    /** Returns a link to a record. */
    public static Link record(String text, Decided decided) {
        return new Link(text, Url.record(decided.entry().at()));
    }
}
