package dev.rota.pages.domain;

/**
 * A number on a page.
 *
 * @param name what tests know it by
 * @param url where its reason is; empty if nowhere
 */
public record Figure(String name, String label, String value, String url) {

    public Figure(String name, String label, String value) {
        this(name, label, value, "");
    }
}
