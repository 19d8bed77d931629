package dev.rota.engine;

/**
 * An {@link Inquiry} and what came of it.
 *
 * @param answer null if the unit does not know the subject
 * @param asOf the time of the unit when it was asked
 */
public record Answered(@Nullable Answer answer, long asOf) {}
