package dev.rota.pages.view;

/** A link, and whether it leads to the current page. */
public record Link(String text, String url, boolean isHere) {

    /** The absence of a link. */
    public static final Link NONE = new Link("", "");

    public Link(String text, String url) {
        this(text, url, false);
    }
}
