package dev.rota.laws.broken.chunks.view;

/** What only shows. */
public final class Page {}
