package dev.rota.sim;

import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import dev.rota.workload.Traffic.Fact;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.avro.specific.SpecificRecord;

/** A domain, and what its producers write. It need not make sense: what makes none is rejected. */
interface SimTraffic {

    /** Who falls silent in the end. */
    String SILENT = "silent";

    /** How long parties may be silent, in the domains where that is measured. */
    long SILENCE_MS = 20_000;

    Domain domain();

    /** The domain as a former build has it, which knows older rules; null if there is none. */
    @Nullable
    default Domain former() {
        return null;
    }

    /** The domain with another mapping of its inputs to units; null if it has only one. */
    @Nullable
    default Domain mapped(String mapping) {
        return null;
    }

    /** The former build of it, with another mapping; null if there is none. */
    @Nullable
    default Domain formerMapped(String mapping) {
        return null;
    }

    /** An event as a former build of its producer writes it; null if that does not know it. */
    @Nullable
    default byte[] formerly(SpecificRecord event) {
        return null;
    }

    /** The next event. A number from 0 to 99 chooses what it is about. */
    Fact next(int number);

    /** An event that no scheduler can decide; null if all can be decided. */
    @Nullable
    default Fact undecidable(int number) {
        return null;
    }

    /** Whether something comes of each event, be it that it is rejected. */
    boolean answersEach();

    /** Whether no timer sets another: then all fire in the end. */
    default boolean timersEnd() {
        return false;
    }

    /** Whether timers of somebody's silence are pending; then some report again and again. */
    default boolean measuresSilence() {
        return false;
    }

    /** What those report who are never silent; called every few seconds. */
    default List<Fact> reports() {
        return List.of();
    }

    /** Whether somebody's silence shows in the outputs even if they had nothing to do. */
    default boolean tellsOfSilence() {
        return false;
    }

    /** The last that is said by {@link #SILENT}; none once it was heard. */
    default List<Fact> lastWords() {
        return List.of();
    }

    /** Those that the outputs have declared silent. */
    default SortedSet<String> declaredSilent() {
        return new TreeSet<>();
    }
}
