package dev.rota.pages.view;

/** A link, and whether it leads to where the reader is. */
public record Link(String text, String url, boolean isHere) {

    /** No link. */
    public static final Link NONE = new Link("", "");

    public Link(String text, String url) {
        this(text, url, false);
    }
}
