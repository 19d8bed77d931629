package dev.rota.workload;

import dev.rota.engine.Nullable;
import java.util.List;
import java.util.Map;

/** The made-up work of one domain: what its demo produces, and what its benchmark measures. */
public interface Workloads {

    /** The demo: a client that produces events and reads decisions. By default it produces nothing. */
    default Traffic demo() {
        return timeMs -> List.of();
    }

    /** The benchmark's traffic by workload name, in order. */
    default Map<String, Traffic> byName() {
        return Map.of();
    }

    /**
     * A closed loop for the benchmark that keeps this much work waiting; with 0, work is only offered from outside. Null
     * if this domain's events do not depend on its decisions: {@link #byName()} suffices then.
     */
    default @Nullable Loop loop(int waiting) {
        return null;
    }

    /** Pieces of the domain's work that are measured in isolation, by name, in order. */
    default Map<String, Trial> trials() {
        return Map.of();
    }
}
