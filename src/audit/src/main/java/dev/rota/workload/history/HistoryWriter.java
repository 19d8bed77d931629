package dev.rota.workload.history;

import dev.rota.engine.Nullable;
import dev.rota.workload.whatif.Happening;
import java.util.List;

/** Makes the work of another scheduler events of one domain. Equal work that comes at one time keeps its order. */
public interface HistoryWriter {

    /** Returns the word for its machines: {@code bots} or {@code workers}. */
    String machines();

    /** Returns the events before the first work: the policy, and the machines, which stay. */
    List<Happening> begin(long time, List<Machines> machines);

    /**
     * Returns the event with which work comes.
     *
     * @param place the number of work that came before it
     * @throws IllegalArgumentException with a sentence if the domain does not accept such work
     */
    Happening comes(Work work, long place);

    /** Returns the event with which work leaves that has not been served, or null if it just does not go on. */
    @Nullable
    Happening leaves(Work work, long place);
}
