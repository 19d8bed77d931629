package dev.rota.pages.index;

/**
 * An id in a decision: who or what it is about.
 *
 * @param field the field's name, such as {@code job}
 */
public record Mention(String field, String id) {

    /** Beyond this many ids, a decision is found by its key and the first of them. */
    public static final int MAX = 64;
}
