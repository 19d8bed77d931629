package dev.rota.stream.partition;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** An operator's request to rebuild the rows of a scheduler: of each log partition once in the life of a process. */
public final class RebuildRequest {

    private enum State {
        BEGUN,
        MET
    }

    private final boolean asked;
    private final Map<Integer, State> states = new ConcurrentHashMap<>();

    public RebuildRequest(boolean asked) {
        this.asked = asked;
    }

    boolean asked() {
        return asked;
    }

    /**
     * Whether the rows of this partition are to be deleted and rebuilt. They are again if the first transaction was
     * aborted, so that nothing tells of the rebuild.
     *
     * @param marked whether the rows say that a rebuild is under way
     */
    boolean begins(int partition, boolean marked) {
        return asked
                && states.compute(
                                partition,
                                (unused, state) -> state == State.MET || (state == State.BEGUN && marked)
                                        ? State.MET
                                        : State.BEGUN)
                        == State.BEGUN;
    }

    /** The rows of this partition are rebuilt. */
    void met(int partition) {
        states.put(partition, State.MET);
    }
}
