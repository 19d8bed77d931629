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
     * One of the {@link Domain#pages()}: a text that shows the unit's state. It decides nothing; to write through these
     * tables is an error.
     *
     * @param now the unit's time, as of its last record
     */
    default String page(Tables tables, long now, String name) {
        throw new IllegalStateException("expected a page, but there is none named " + name);
    }
}
