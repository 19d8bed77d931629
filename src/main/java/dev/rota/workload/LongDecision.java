package dev.rota.workload;

import dev.rota.workload.Traffic.Fact;
import java.util.Iterator;
import java.util.List;

/** Decisions so large that each is measured by itself on the whole path: what is said, act by act. */
public interface LongDecision {

    /**
     * Something that is said, and waited for until all of it is decided and committed.
     *
     * @param afresh the scheduler is started anew before, so that it has nothing at hand but its rows
     */
    record Act(String name, boolean afresh, Iterator<Fact> facts) {}

    String name();

    List<Act> acts();
}
