package dev.rota.sim;

import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import dev.rota.workload.Traffic.Fact;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.avro.specific.SpecificRecord;

/** A domain and the events of its producers. Events may be invalid, and are then rejected. */
interface SimTraffic {

    /** The party that falls silent in the end. */
    String SILENT = "silent";

    /** The timeout for silence, in the domains that measure it. */
    long SILENCE_MS = 20_000;

    Domain domain();

    /** Returns the domain of a former build, which has older rules, or null if there is none. */
    @Nullable
    default Domain former() {
        return null;
    }

    /** Returns the domain with another mapping of inputs to units, or null if it has only one. */
    @Nullable
    default Domain mapped(String mapping) {
        return null;
    }

    /** Returns the former build of the domain with another mapping, or null if there is none. */
    @Nullable
    default Domain formerMapped(String mapping) {
        return null;
    }

    /** Encodes an event as a former build of its producer does. Returns null if that build does not have it. */
    @Nullable
    default byte[] formerly(SpecificRecord event) {
        return null;
    }

    /** Returns the next event. {@code number}, from 0 to 99, chooses its kind. */
    Fact next(int number);

    /** Returns an event that no scheduler can decide, or null if all events can be decided. */
    @Nullable
    default Fact undecidable(int number) {
        return null;
    }

    /** Returns whether each event has an output, possibly a rejection. */
    boolean answersEach();

    /** Returns whether all timers fire in the end, since no timer sets another. */
    default boolean timersEnd() {
        return false;
    }

    /** Returns whether the domain measures silence. Then the steady parties report repeatedly. */
    default boolean measuresSilence() {
        return false;
    }

    /** Returns the reports of the steady parties. Called every few seconds. */
    default List<Fact> reports() {
        return List.of();
    }

    /** Returns whether the outputs show the silence of a party that had no work. */
    default boolean tellsOfSilence() {
        return false;
    }

    /** Returns the last report of {@link #SILENT}, or an empty list once a scheduler has decided it. */
    default List<Fact> lastWords() {
        return List.of();
    }

    /** Returns the parties that the outputs have declared silent. */
    default SortedSet<String> declaredSilent() {
        return new TreeSet<>();
    }
}
