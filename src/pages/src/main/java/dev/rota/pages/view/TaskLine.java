package dev.rota.pages.view;

/** A costly question in a list. */
public record TaskLine(String title, String url, String state, String begun, String by, String result) {}
