package dev.rota.engine;

/**
 * An immutable view of a unit's state at one log position, from which its pages are rendered. The stream thread takes
 * it between two records; any thread may render from it while the scheduler continues to decide.
 */
@FunctionalInterface
public interface PageSnapshot {

    /**
     * Returns the content of one of the {@link Domain#pages()}, given its name with the placeholder filled in: a Java
     * record or a map, whose components become the members of a JSON object (a null list is left out); an Avro record,
     * which becomes plain JSON; or the text of a page of another type.
     * @throws NotThere if the unit has no such page
     */
    Object content(String page);

    /**
     * Returns an identifier of a page's text, cheaper than the page, or null if there is none. Pages with the same tag
     * are equal.
     * @throws NotThere if the unit has no such page
     */
    default @Nullable String tag(String page) {
        return null;
    }
}
