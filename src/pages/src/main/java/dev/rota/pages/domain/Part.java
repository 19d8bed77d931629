package dev.rota.pages.domain;

/**
 * A part of a page.
 *
 * @param template the name of its template, without file ending
 * @param view the template's parameter {@code page}
 */
public record Part(String template, Object view) {}
