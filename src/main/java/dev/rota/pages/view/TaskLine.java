package dev.rota.pages.view;

/** A costly question that was asked. */
public record TaskLine(String title, String url, String state, String begun, String by, String result) {}
