package dev.rota.jobs.scheduler;

import java.util.List;

/** Selects the rules that a random history mostly exercises. */
public enum Profile {
    /** Long queues of few kinds of jobs, and instances that often reach and leave their maximum. */
    SATURATED(60, 4, 260),
    /** Instances below their minimum, and bots whose slots are taken by jobs of other instances. */
    PREEMPTION(25, 4, 200),
    /** Idle bots to choose from, and hints that some of them have. */
    LOCALITY(20, 4, 180),
    /** Long queues of one or two kinds, whose bots and instances come and go: many jobs fail together. */
    STALLED(300, 3, 300),
    /** All kinds of events. */
    CHAOS(15, 5, 160),
    /** Instances of different weights and their owners, which share bots by the time that they have used. */
    SHARES(50, 4, 220);

    /** The number of different job ids. */
    final int jobs;

    /** The number of different bot ids. */
    final int bots;

    /** The number of moments in a history. */
    final int length;

    Profile(int jobs, int bots, int length) {
        this.jobs = jobs;
        this.bots = bots;
        this.length = length;
    }

    /** Returns the weights of a submission, a sync, a cancel, a close, a quota, a policy, an operation, another
     * priority, a tick. */
    List<Integer> weights() {
        return switch (this) {
            case SATURATED -> List.of(30, 45, 2, 1, 9, 1, 4, 5, 6);
            case PREEMPTION -> List.of(30, 30, 5, 2, 10, 3, 5, 5, 10);
            case STALLED -> List.of(45, 22, 2, 1, 6, 1, 17, 3, 6);
            case LOCALITY -> List.of(40, 50, 4, 3, 1, 4, 2, 2, 3);
            case CHAOS -> List.of(25, 35, 6, 4, 7, 4, 7, 6, 8);
            case SHARES -> List.of(40, 45, 3, 2, 6, 2, 4, 4, 6);
        };
    }
}
