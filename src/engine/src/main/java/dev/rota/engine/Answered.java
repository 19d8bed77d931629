package dev.rota.engine;

/**
 * An {@link Inquiry}'s result.
 * @param answer null if the unit has no such subject
 * @param asOf the unit's time at which the inquiry was answered
 */
public record Answered(@Nullable Answer answer, long asOf) {}
