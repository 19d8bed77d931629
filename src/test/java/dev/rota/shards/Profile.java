package dev.rota.shards;

import java.util.List;

/** What a random history is mostly about. */
enum Profile {
    /** Many workers and shards, and mostly honest reports. */
    BUSY(7, 12, 400, 260),
    /** Small limits everywhere. */
    TIGHT(3, 5, 150, 220),
    /** Errors, wrong receipts, and workers that report batches that they do not have. */
    FAILING(4, 4, 300, 240),
    /** Batches and workers whose time is up, workers that go, come back and change. */
    DEADLINES(4, 5, 300, 210),
    /** A worker on which most of what others execute fails, rests that are short, retries that are given up. */
    SICK(4, 5, 300, 230),
    /** Shards that are paused and resumed, policies valid and invalid, environments new and old. */
    CONTROLS(4, 5, 300, 215),
    /** The same ids, again and again. */
    MEMORY(3, 3, 9, 225),
    /** Pages of ids in one shard or two, and windows of all sizes. */
    WINDOWS(2, 2, 300, 700),
    /** Anything, including invalid events. */
    CHAOS(8, 7, 40, 250);

    /** How many reports in a hundred are of an error, have wrong receipts, speak of another batch; INVALID receipts. */
    record Lies(int errors, int wrong, int others, int invalid) {}

    /** Different ids of workers, shards and transactions, at most. */
    final int workers;

    final int shards;
    final int transactions;

    /** Moments of a history before its end is made. */
    final int length;

    Profile(int workers, int shards, int transactions, int length) {
        this.workers = workers;
        this.shards = shards;
        this.transactions = transactions;
        this.length = length;
    }

    /** Of a transaction, a report, a ready worker, one that leaves, an environment, a policy, a pause, a tick, nonsense. */
    List<Integer> weights() {
        return switch (this) {
            case BUSY -> List.of(42, 44, 8, 0, 1, 1, 2, 2, 1);
            case TIGHT -> List.of(50, 36, 6, 1, 1, 4, 3, 2, 1);
            case FAILING -> List.of(36, 48, 8, 1, 1, 3, 1, 2, 1);
            case DEADLINES -> List.of(36, 30, 16, 4, 1, 4, 8, 6, 1);
            case SICK -> List.of(36, 46, 8, 1, 1, 2, 3, 4, 1);
            case CONTROLS -> List.of(30, 26, 8, 1, 8, 10, 22, 3, 1);
            case MEMORY -> List.of(48, 40, 6, 1, 1, 1, 1, 2, 1);
            case WINDOWS -> List.of(76, 14, 2, 1, 1, 3, 1, 1, 1);
            case CHAOS -> List.of(36, 32, 12, 3, 4, 5, 9, 4, 4);
        };
    }

    Lies lies() {
        return switch (this) {
            case BUSY -> new Lies(2, 1, 1, 4);
            case TIGHT -> new Lies(3, 2, 2, 8);
            case FAILING -> new Lies(22, 10, 12, 25);
            case DEADLINES -> new Lies(6, 3, 14, 6);
            case SICK -> new Lies(3, 1, 2, 3);
            case CONTROLS -> new Lies(6, 2, 3, 6);
            case MEMORY -> new Lies(5, 1, 3, 30);
            case WINDOWS -> new Lies(2, 1, 1, 10);
            case CHAOS -> new Lies(10, 6, 9, 14);
        };
    }

    /** Whether it is about times that are up. */
    boolean isTimely() {
        return this == DEADLINES || this == SICK || this == CHAOS;
    }
}
