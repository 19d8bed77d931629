package dev.rota.engine;

/**
 * An immutable view of a unit's state at one log position, from which its pages are rendered. The stream thread takes
 * it between two records; any thread may render from it while the scheduler goes on deciding.
 */
@FunctionalInterface
public interface PageSnapshot {

    /**
     * The text of one of the {@link Domain#pages()}, whose name has no placeholder any more.
     *
     * @throws NotThere if the unit has no such page
     */
    String render(String page);

    /**
     * Identifies a page's text: pages with the same tag are alike. It costs less than the page; null if there is none.
     *
     * @throws NotThere if the unit has no such page
     */
    default @Nullable String tag(String page) {
        return null;
    }
}
