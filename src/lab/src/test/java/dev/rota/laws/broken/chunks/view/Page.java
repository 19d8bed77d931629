package dev.rota.laws.broken.chunks.view;

/** A class that only shows. */
public final class Page {}
