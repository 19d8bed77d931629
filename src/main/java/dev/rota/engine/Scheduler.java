package dev.rota.engine;

import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/**
 * Decides for one unit. Written as if there were no other: tables, timers, numbers and chain are its own.
 *
 * <p>Pure: all that is not in the step does not exist.
 */
public interface Scheduler {

    /** Decides upon one event of the unit. */
    void event(Step step, SpecificRecord event);

    /** Timers that are due at {@code step.now()}, all of that time, in key order. */
    default void timers(Step step, List<Key> due) {
        throw new IllegalStateException("expected no timers, but " + due + " are due");
    }

    /**
     * An immutable view of the unit's state for its {@link Domain#pages()}, or null if that state is not in memory: then
     * this call has read a bounded part of it, and is repeated later. Records wait for the call, so it copies totals and
     * leaves the rendering to the snapshot. It decides nothing; to write through these tables is an error.
     *
     * @param now the unit's time, as of its last record
     */
    default @Nullable PageSnapshot snapshot(Tables tables, long now) {
        throw new IllegalStateException("expected a scheduler with pages, but " + tables.unit() + " has none");
    }
}
