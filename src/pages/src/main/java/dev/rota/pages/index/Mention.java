package dev.rota.pages.index;

/**
 * An id in a decision.
 *
 * @param field the name of the id's field, such as {@code job}
 */
public record Mention(String field, String id) {

    /**
     * The number of ids by which a decision is found. A decision with more of them is found by its key and the first
     * ids.
     */
    public static final int MAX = 64;
}
