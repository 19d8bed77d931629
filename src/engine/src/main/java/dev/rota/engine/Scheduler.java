package dev.rota.engine;

/**
 * Decides for one unit, independently of all others: tables, timers, sequence numbers and chain are the unit's own.
 *
 * <p>A scheduler must be pure: a decision may depend on the step alone.
 */
public interface Scheduler {

    /** Returns what this scheduler does at each kind of event and timer. It is called once. */
    Handlers handlers();

    /**
     * Returns an immutable view of the unit's state for its {@link DomainView#pages()}, or null if that state is not in
     * memory: the call has then read a bounded part of it, and is repeated later. Records wait for the call, so it
     * copies totals and leaves the rendering to the snapshot. It decides nothing; writing through these tables is an
     * error.
     * @param now the unit's time, as of its last record
     */
    default @Nullable PageSnapshot snapshot(Tables tables, long now) {
        throw new IllegalStateException("expected a scheduler with pages, but " + tables.unit() + " has none");
    }

    /**
     * Prepares the answer to a question from the unit's current state. Returns null if that state is not in memory, or
     * if only a replay can answer. Records wait until the question has been answered, so the cost must not depend on
     * the size of the state. It decides nothing.
     */
    default @Nullable Inquiry inquiry(Inquiry.Asked asked) {
        return null;
    }

    /**
     * Reads the {@link DomainView#gauges()}. Records wait for the call, so it adds up existing counts; if the state is
     * not in memory, it reads a bounded part of it instead, and is repeated later. It decides nothing.
     * @param now the unit's time, as of its last record
     * @return whether the gauges were read
     */
    default boolean read(Tables tables, long now, Readings readings) {
        return true;
    }
}
