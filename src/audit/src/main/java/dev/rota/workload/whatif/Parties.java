package dev.rota.workload.whatif;

import dev.rota.engine.Decision;
import dev.rota.engine.Nullable;
import java.util.SortedMap;

/** The parties of one unit in one world: they act on its decisions. The same decisions give the same acts. */
public interface Parties {

    /** Takes note of an event that will be recorded in this world. Called for all of them, in order, before the first. */
    void foresee(Happening event);

    /**
     * Returns what a recorded event is in this world: its content may depend on decisions. Returns null if it only
     * reported what the parties did in the record.
     */
    @Nullable
    Happening recorded(Happening event);

    /** Returns the time of the next act, or {@link dev.rota.engine.Times#NEVER}. */
    long next();

    /** Does the next act, at the given time or later than it was due. */
    Happening act(long time);

    /** Takes a decision, after the world's tally has counted it. */
    void decided(Decision decision);

    /** Returns how often each source of a duration was used. */
    SortedMap<String, Long> sources();
}
