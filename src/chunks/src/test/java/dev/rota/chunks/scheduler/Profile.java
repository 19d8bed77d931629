package dev.rota.chunks.scheduler;

import java.util.List;

/** Selects the rules that a random history mostly exercises. */
public enum Profile {
    /** Chunks that come and go, with valid and invalid ids. */
    LISTINGS(4, 110),
    /** Pings, versions, flags and silences, often exactly when a limit is reached. */
    WORKERS(12, 150),
    /** Weights, segments and versions, valid and invalid. */
    POLICIES(7, 120),
    /** Workers with hardly enough room. */
    TIGHT(8, 115),
    /** Chunks of the greatest size, and capacities whose sum exceeds a long. */
    HUGE(5, 90),
    /** Scheduled epochs, and periods that are missed. */
    SCHEDULE(5, 130),
    /** Workers that are drained, and few bytes that may move at a time. */
    MOVES(7, 120),
    /** All kinds of events, including invalid ones. */
    CHAOS(9, 140);

    /** The greatest number of different worker ids. */
    final int workers;

    /** The number of moments in a history. */
    final int length;

    Profile(int workers, int length) {
        this.workers = workers;
        this.length = length;
    }

    /**
     * Returns the weights of a listing, a removal, a ping, a flag, a departure, a policy, a request, a tick, nonsense.
     */
    List<Integer> weights() {
        return switch (this) {
            case LISTINGS -> List.of(50, 30, 6, 1, 1, 4, 14, 2, 2);
            case WORKERS -> List.of(4, 2, 50, 10, 5, 8, 6, 8, 2);
            case POLICIES -> List.of(18, 6, 12, 2, 2, 36, 30, 2, 1);
            case TIGHT -> List.of(12, 8, 22, 6, 3, 14, 34, 2, 0);
            case HUGE -> List.of(16, 5, 20, 3, 2, 16, 26, 2, 1);
            case SCHEDULE -> List.of(10, 5, 20, 3, 2, 14, 8, 18, 1);
            case MOVES -> List.of(9, 6, 32, 12, 3, 9, 40, 3, 1);
            case CHAOS -> List.of(20, 12, 28, 6, 4, 14, 14, 6, 6);
        };
    }
}
