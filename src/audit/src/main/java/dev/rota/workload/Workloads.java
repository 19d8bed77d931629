package dev.rota.workload;

import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import dev.rota.workload.history.HistoryWriter;
import dev.rota.workload.whatif.PartyModel;
import java.util.List;
import java.util.Map;

/**
 * The synthetic work of one domain: the traffic of its demo and of its benchmark. A class without arguments that {@code
 * META-INF/services/dev.rota.workload.Workloads} names.
 */
public interface Workloads {

    /** Returns the name of the domain. */
    String domain();

    /**
     * Returns the demo: a client that produces events and reads decisions. By default it produces nothing.
     *
     * @param configured the domain with its settings
     */
    default Traffic demo(Domain configured) {
        return timeMs -> List.of();
    }

    /** Returns the benchmark's traffic by workload name, in order. */
    default Map<String, Traffic> byName() {
        return Map.of();
    }

    /**
     * Returns a closed loop for the benchmark that keeps {@code waiting} pieces of work queued; with 0, work is only
     * offered from outside. Returns null if this domain's events do not depend on its decisions, and {@link #byName()}
     * suffices.
     */
    default @Nullable Loop loop(int waiting) {
        return null;
    }

    /** Returns how the domain's parties act in a what-if, or null if it has no such model. */
    default @Nullable PartyModel parties() {
        return null;
    }

    /** Returns what makes the history of another scheduler events of this domain, or null if nothing does. */
    default @Nullable HistoryWriter history() {
        return null;
    }

    /** Returns the verb that answers what a what-if would, if there is no model; empty if none does. */
    default String insteadOfWhatIf() {
        return "";
    }
}
