package dev.rota.workload;

import dev.rota.engine.Nullable;
import dev.rota.engine.Output;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;

/**
 * Traffic whose events follow from decisions: work is queued, assigned, and reported done. {@link #answer} collects
 * reactions, which the next {@link #at} produces, one event per sender; the first call registers the takers of work.
 * Deterministic: the same decisions give the same events.
 */
public interface Loop extends Traffic {

    /** Returns the output that assigns work, the only one that it reads. */
    Output<?> hears();

    /** Returns the next part of the initial work, before there are takers; empty at the end. */
    List<Fact> waiting();

    /** Returns one more piece of work; its key names it. */
    Fact work();

    /** Returns the name of the work that a decision assigns, or null if it assigns none. */
    @Nullable
    String assigned(SpecificRecord decision);

    /** Returns counts of events and decisions by kind, in display order. */
    Map<String, Long> counts();
}
