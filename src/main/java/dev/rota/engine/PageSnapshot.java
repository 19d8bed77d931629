package dev.rota.engine;

/**
 * An immutable view of a unit's state at one log position, from which its pages are rendered. The stream thread takes
 * it between two records; any thread may render from it while the scheduler goes on deciding.
 */
@FunctionalInterface
public interface PageSnapshot {

    /**
     * The content of one of the {@link Domain#pages()}, whose name has no placeholder any more: a Java record or a
     * map, whose components become the members of a JSON object (a list that is null is left out); a record of Avro,
     * which becomes plain JSON; or the text of a page of another type.
     *
     * @throws NotThere if the unit has no such page
     */
    Object content(String page);

    /**
     * Identifies a page's text: pages with the same tag are alike. It costs less than the page; null if there is none.
     *
     * @throws NotThere if the unit has no such page
     */
    default @Nullable String tag(String page) {
        return null;
    }
}
