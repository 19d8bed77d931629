package dev.rota.stream.pages;

/**
 * The page {@code explain.json}: what a scheduler answers about a subject from its live tables.
 *
 * @param asOf the time of the unit
 */
public record LiveAnswer(long asOf, String state, String sentence) {}
