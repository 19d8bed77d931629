package dev.rota.pages.domain;

/**
 * A number on a page.
 *
 * @param name the identifier that tests use
 * @param url the address of the page that explains the number; empty if there is none
 */
public record Figure(String name, String label, String value, String url) {

    public Figure(String name, String label, String value) {
        this(name, label, value, "");
    }
}
