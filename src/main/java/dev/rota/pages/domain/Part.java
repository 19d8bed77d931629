package dev.rota.pages.domain;

/**
 * A part of a page.
 *
 * @param template the name of its template, without ending
 * @param view what the template shows, its parameter {@code page}
 */
public record Part(String template, Object view) {}
