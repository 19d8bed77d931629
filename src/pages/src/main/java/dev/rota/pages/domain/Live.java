package dev.rota.pages.domain;

/**
 * The response of the deciding instance for a page of a unit.
 *
 * @param page the page; without content if the instance did not answer
 * @param problem the reason why there is no answer, a sentence without full stop; empty if there is one
 */
public record Live<T>(T page, String problem) {

    /** Returns whether an instance answered. */
    public boolean isThere() {
        return problem.isEmpty();
    }
}
