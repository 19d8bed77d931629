package dev.rota.pages.domain;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A page of a unit, as the instance that decides it answered.
 *
 * @param json missing if there is none; what is looked up in it is then missing too
 * @param problem why there is none, a sentence without full stop; empty if there is one
 */
public record Live(JsonNode json, String problem) {

    /** Whether an instance answered. */
    public boolean isThere() {
        return problem.isEmpty();
    }
}
