package dev.rota.workload;

import dev.rota.engine.Nullable;
import dev.rota.engine.Output;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;

/**
 * Traffic whose events follow from decisions: work waits, somebody takes it, and reports it done. What follows is noted
 * by {@link #answer} and said by the next {@link #at}, all of one sender in one event; the first of these is where those
 * who take work appear. Deterministic: the same decisions in, the same events out.
 */
public interface Loop extends Traffic {

    /** The output that assigns work, the only one that it hears. */
    Output<?> hears();

    /** Work that waits before there is anybody to take it, in parts; empty once all is said. */
    List<Fact> waiting();

    /** One more piece of work; its key names it. */
    Fact work();

    /** The name of the work that a decision assigns; null where it assigns none. */
    @Nullable
    String assigned(SpecificRecord decision);

    /** How much of what it has said and heard, in an order for people. */
    Map<String, Long> counts();
}
