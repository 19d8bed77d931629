package dev.rota.pages.domain;

/**
 * Something that is not as it should be, in a sentence.
 *
 * @param url where to look further; empty if nowhere
 */
public record Notice(String text, String url) {}
