package dev.rota.shards.scheduler;

import java.util.List;

/** Selects the rules that a random history mostly exercises. */
enum Profile {
    /** Many workers and shards, and mostly honest reports. */
    BUSY(7, 12, 400, 260),
    /** Small limits everywhere. */
    TIGHT(3, 5, 150, 220),
    /** Errors, wrong receipts, and workers that report batches of other workers. */
    FAILING(4, 4, 300, 240),
    /** Deadlines of batches and workers that are reached, and workers that leave, come back and change. */
    DEADLINES(4, 5, 300, 210),
    /** A worker that fails most of what other workers execute, short rests, and retries that are given up. */
    SICK(4, 5, 300, 230),
    /** Receipts that ask for a retry, short delays, and shards that are paused meanwhile. */
    RETRIES(4, 5, 300, 300),
    /** Shards that are paused and resumed, policies valid and invalid, environments new and old. */
    CONTROLS(4, 5, 300, 215),
    /** The same few ids, sent repeatedly. */
    MEMORY(3, 3, 9, 225),
    /** Pages of ids in one shard or two, and windows of all sizes. */
    WINDOWS(2, 2, 300, 700),
    /** All kinds of events, including invalid ones. */
    CHAOS(8, 7, 40, 250);

    /**
     * The percentages of reports that have an error, have wrong receipts, or are of another batch, of INVALID
     * receipts, and of reports whose last receipt asks for a retry.
     */
    record Lies(int errors, int wrong, int others, int invalid, int retries) {}

    /** The greatest numbers of different ids of workers, shards and transactions. */
    final int workers;

    final int shards;
    final int transactions;

    /** The number of moments in a history before its end is added. */
    final int length;

    Profile(int workers, int shards, int transactions, int length) {
        this.workers = workers;
        this.shards = shards;
        this.transactions = transactions;
        this.length = length;
    }

    /**
     * Returns the weights of a transaction, a report, a ready worker, one that leaves, an environment, a policy, a
     * pause, a tick, nonsense.
     */
    List<Integer> weights() {
        return switch (this) {
            case BUSY -> List.of(42, 44, 8, 0, 1, 1, 2, 2, 1);
            case TIGHT -> List.of(50, 36, 6, 1, 1, 4, 3, 2, 1);
            case FAILING -> List.of(36, 48, 8, 1, 1, 3, 1, 2, 1);
            case DEADLINES -> List.of(36, 30, 16, 4, 1, 4, 8, 6, 1);
            case SICK -> List.of(36, 46, 8, 1, 1, 2, 3, 4, 1);
            case RETRIES -> List.of(30, 44, 8, 1, 1, 2, 10, 5, 1);
            case CONTROLS -> List.of(30, 26, 8, 1, 8, 10, 22, 3, 1);
            case MEMORY -> List.of(48, 40, 6, 1, 1, 1, 1, 2, 1);
            case WINDOWS -> List.of(76, 14, 2, 1, 1, 3, 1, 1, 1);
            case CHAOS -> List.of(36, 32, 12, 3, 4, 5, 9, 4, 4);
        };
    }

    Lies lies() {
        return switch (this) {
            case BUSY -> new Lies(2, 1, 1, 4, 3);
            case TIGHT -> new Lies(3, 2, 2, 8, 6);
            case FAILING -> new Lies(22, 10, 12, 25, 30);
            case DEADLINES -> new Lies(6, 3, 14, 6, 10);
            case SICK -> new Lies(3, 1, 2, 3, 12);
            case RETRIES -> new Lies(2, 1, 2, 4, 60);
            case CONTROLS -> new Lies(6, 2, 3, 6, 15);
            case MEMORY -> new Lies(5, 1, 3, 30, 4);
            case WINDOWS -> new Lies(2, 1, 1, 10, 2);
            case CHAOS -> new Lies(10, 6, 9, 14, 15);
        };
    }

    /** Returns whether the profile is about deadlines. */
    boolean isTimely() {
        return this == DEADLINES || this == SICK || this == RETRIES || this == CHAOS;
    }
}
