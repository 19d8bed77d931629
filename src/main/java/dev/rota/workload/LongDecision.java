package dev.rota.workload;

import dev.rota.workload.Traffic.Fact;
import java.util.Iterator;
import java.util.List;

/** A series of large decisions, measured individually on the whole path, act by act. */
public interface LongDecision {

    /**
     * Events to produce; the act ends when all of them are decided and committed.
     *
     * @param afresh whether the scheduler is restarted before, so that it has only its rows
     */
    record Act(String name, boolean afresh, Iterator<Fact> facts) {}

    String name();

    List<Act> acts();
}
