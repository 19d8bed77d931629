package dev.rota.workload;

import dev.rota.engine.Output;
import dev.rota.workload.Traffic.Fact;
import java.util.Iterator;
import java.util.List;

/** Traffic of one unit that is offered at any rate, whatever is decided. */
public interface OpenTraffic {

    /** What is offered, in the plural: {@code blocks}. */
    String noun();

    /** What fills the unit, in words: {@code a chain of 1,000 cores}. */
    String filled();

    /** The events that fill the unit, in parts: each part is decided before the next one is produced. */
    List<Iterator<Fact>> filling();

    /** An event for which there is exactly one record of {@link #answers}, in the order of those events, and what comes with it. */
    List<Fact> next();

    /** The output that answers. */
    Output<?> answers();
}
