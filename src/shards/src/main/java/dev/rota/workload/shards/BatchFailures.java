package dev.rota.workload.shards;

import dev.rota.engine.Nullable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The batches that failed as a whole in the record. A report does not say which transaction made its batch fail. Each
 * failure is the doing of one of them, which fails every batch that it is in as often as it did in the record: the one
 * that became a dead letter for it, else the one that failed alone later, else the first. A transaction that became a
 * dead letter fails always.
 */
final class BatchFailures {

    /** A failure, after a time. */
    record Failure(long ms, String message) {}

    private record Batch(int[] transactions, Failure failure) {}

    private final List<Batch> batches = new ArrayList<>();
    private final Set<Integer> dead = new HashSet<>();
    private final Set<Integer> failedAlone = new HashSet<>();
    private final Map<Integer, List<Failure>> failures = new HashMap<>();
    /** The failures before the branch, by the transaction whose doing they were. */
    private final Map<Integer, Integer> beforeBranch = new TreeMap<>();

    private int batchesAtBranch;

    /** Takes note that a batch failed. */
    void add(int[] transactions, long ms, String message) {
        batches.add(new Batch(transactions, new Failure(ms, message)));
        if (transactions.length == 1) {
            failedAlone.add(transactions[0]);
        }
    }

    /** Takes note that a transaction became a dead letter because its batch failed. */
    void dead(int transaction) {
        dead.add(transaction);
    }

    /** Notes the failures up to now: worlds begin from here. */
    void branch() {
        batchesAtBranch = batches.size();
    }

    /** Ends the record: decides whose doing each failure was. */
    void end() {
        for (int i = 0; i < batches.size(); i++) {
            Batch batch = batches.get(i);
            int culprit = culprit(batch.transactions());
            failures.computeIfAbsent(culprit, none -> new ArrayList<>()).add(batch.failure());
            if (i < batchesAtBranch) {
                beforeBranch.merge(culprit, 1, Integer::sum);
            }
        }
        for (Batch batch : batches) {
            for (int transaction : batch.transactions()) {
                if (dead.contains(transaction)) {
                    failures.computeIfAbsent(transaction, none -> new ArrayList<>(List.of(batch.failure())));
                }
            }
        }
        batches.clear();
    }

    /** Returns the numbers of failures before the branch, by the transaction whose doing they were. */
    Map<Integer, Integer> beforeBranch() {
        return new TreeMap<>(beforeBranch);
    }

    private int culprit(int[] transactions) {
        int alone = -1;
        for (int transaction : transactions) {
            if (dead.contains(transaction)) {
                return transaction;
            }
            alone = alone < 0 && failedAlone.contains(transaction) ? transaction : alone;
        }
        return alone < 0 ? transactions[0] : alone;
    }

    /**
     * Returns how a batch fails that has this transaction, or null if it does not fail because of it.
     *
     * @param before the number of failures that were its doing before, in this world
     */
    @Nullable
    Failure next(int transaction, int before) {
        List<Failure> known = failures.getOrDefault(transaction, List.of());
        if (before < known.size()) {
            return known.get(before);
        }
        return known.isEmpty() || !dead.contains(transaction) ? null : known.get(known.size() - 1);
    }
}
