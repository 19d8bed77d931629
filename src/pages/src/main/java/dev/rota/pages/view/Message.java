package dev.rota.pages.view;

/** A sentence that is shown instead of a page. */
public record Message(String title, String sentence, String url, String link) {}
