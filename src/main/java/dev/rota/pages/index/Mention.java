package dev.rota.pages.index;

/**
 * An id in a decision: who or what it is about.
 *
 * @param field the field's name, such as {@code job}
 */
public record Mention(String field, String id) {}
