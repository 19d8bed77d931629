package dev.rota.engine;

/**
 * An immutable view of a unit's state at one log position, from which its pages are rendered. The stream thread takes
 * it between two records; any thread may render from it while the scheduler goes on deciding.
 */
@FunctionalInterface
public interface PageSnapshot {

    /** The text of one of the {@link Domain#pages()}. */
    String render(String page);
}
