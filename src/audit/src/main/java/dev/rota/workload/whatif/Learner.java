package dev.rota.workload.whatif;

import dev.rota.engine.Decision;

/** Learns from the record of one unit what its parties did, and how long their work took. */
public interface Learner {

    /** Takes an event, before the decisions on it. */
    void event(Happening event);

    /** Takes a decision, after the tally of the record has counted it. */
    void decided(Decision decision);

    /** Notes the parties as they are now: worlds begin from here. */
    void branch();

    /** Takes note that the record ends. */
    void end(long time);

    /** Returns the parties of a world, as they were at the branch. Called after the end, once for each world. */
    Parties parties(Tally tally);
}
