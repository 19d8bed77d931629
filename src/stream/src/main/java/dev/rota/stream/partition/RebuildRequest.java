package dev.rota.stream.partition;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * An operator's request to rebuild the rows of a scheduler, which each log partition meets once in the life of a
 * process.
 */
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
     * Returns whether the rows of this partition must be deleted and rebuilt. They must be again if the first
     * transaction was aborted, since no trace of the rebuild is left then.
     *
     * @param marked whether the rows contain the marker of a rebuild
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

    /** Notes that the rows of this partition are rebuilt. */
    void met(int partition) {
        states.put(partition, State.MET);
    }
}
