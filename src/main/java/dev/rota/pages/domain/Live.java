package dev.rota.pages.domain;

/**
 * A page of a unit, as the instance that decides it answered.
 *
 * @param page without content if there is none
 * @param problem why there is none, a sentence without full stop; empty if there is one
 */
public record Live<T>(T page, String problem) {

    /** Whether an instance answered. */
    public boolean isThere() {
        return problem.isEmpty();
    }
}
