package dev.rota.workload;

import dev.rota.engine.Nullable;
import java.util.List;
import java.util.Map;

/** The made-up work of one domain: what its demo produces, and what its benchmark measures. */
public interface Workloads {

    /** The demo: somebody who produces events and reads decisions. */
    Traffic demo();

    /** What the benchmark produces, by the name of the workload, in order. */
    default Map<String, Traffic> byName() {
        return Map.of();
    }

    /**
     * A closed loop for the benchmark that keeps this much work waiting; with 0, work is offered from outside alone.
     * Null: events of this domain do not depend on its decisions, and {@link #byName()} will do.
     */
    default @Nullable Loop loop(int waiting) {
        return null;
    }

    /** Pieces of the domain's work that are measured by themselves, by name, in order. */
    default Map<String, Trial> trials() {
        return Map.of();
    }

    /** Decisions that are measured by themselves on the whole path. */
    default List<LongDecision> longDecisions() {
        return List.of();
    }
}
