package dev.rota.workload.whatif;

import dev.rota.engine.Decision;
import java.util.List;

/** How the parties of one domain act: its bots, its chain, its workers. */
public interface PartyModel {

    /** Begins to learn from the record of one unit. */
    Learner learner(String unit, Tally recorded);

    Vocabulary vocabulary();

    /** Counts an event of a world, or of the record. */
    void count(Happening event, Tally tally);

    /** Counts a decision of a world, or of the record. */
    void count(Decision decision, Tally tally);

    /** Begins the counting again at the time of the branch. */
    default void restart(Tally tally, long time) {
        tally.restart(time);
    }

    /** Ends the counting at a time. */
    default void end(Tally tally, long time) {
        tally.clock(time);
    }

    /** Returns the unit in which waits are counted. */
    default WaitUnit waitUnit() {
        return WaitUnit.MS;
    }

    /** Returns the names of what is counted besides waits. */
    List<String> counts();

    /** Returns what the model leaves out, one sentence each. */
    List<String> limits();

    /** The unit of a wait. */
    enum WaitUnit {
        MS,
        BLOCKS
    }
}
