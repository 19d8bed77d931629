package dev.rota.engine;

/**
 * The explanation of a subject.
 *
 * @param state its state in one of the field's terms, such as {@code QUEUED}
 * @param sentence why it is in that state, in one sentence that does not name the unit
 */
public record Explained(String state, String sentence) {}
