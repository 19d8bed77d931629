package dev.rota.workload.whatif;

import dev.rota.engine.Decision;

/** Learns from the record of one unit what its parties did, and how long their work took. */
public interface Learner {

    /** Takes an event, before the decisions on it. */
    void event(Happening event);

    /** Takes a decision, after the tally of the record has counted it. */
    void decided(Decision decision);

    /**
     * Takes work of a history, which another scheduler has served. The tally of the record counts what became of it up
     * to a time.
     */
    default void past(Happening work, Past past, long until) {
        throw new UnsupportedOperationException("expected a scheduler that can read a history");
    }

    /** Notes the parties as they are now: worlds begin from here. */
    void branch();

    /** Takes note that the record ends. */
    void end(long time);

    /** Returns the parties of a world, as they were at the branch. Called after the end, once for each world. */
    Parties parties(Tally tally);
}
