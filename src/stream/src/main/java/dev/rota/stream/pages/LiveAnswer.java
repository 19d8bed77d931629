package dev.rota.stream.pages;

/**
 * The page {@code explain.json}: a scheduler's answer about a subject, from its live tables.
 *
 * @param asOf the time of the unit
 */
public record LiveAnswer(long asOf, String state, String sentence) {}
