package dev.rota.shards.scheduler;

import dev.rota.engine.Nullable;
import dev.rota.shards.ShardStatus;
import dev.rota.shards.Transaction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** A shard of the model. */
final class NaiveShard {

    final String id;

    /** Pending transactions in the order of their arrival. Those of a dispatched batch are the first of them. */
    final List<Transaction> pending = new ArrayList<>();

    /** The pending transactions that a mapping made, whose ids are not remembered. */
    final Set<Transaction> mapped = Collections.newSetFromMap(new IdentityHashMap<>());

    /** The remembered ids: the latest transactions in its blocks. */
    private final List<String> executed = new ArrayList<>();

    /** The number of its blocks' transactions that it has forgotten since it was last closed. */
    long forgotten;

    ShardStatus status = ShardStatus.IDLE;
    boolean paused;

    /** True if it accepts no more transactions. */
    boolean closed;

    /** The time at which it became PENDING. */
    long since;

    long height;
    String hash = "0".repeat(64);

    /** The worker that lost its last turn, which it avoids. */
    @Nullable
    String avoids;

    int losses;

    /** The size of a failed batch that is to be tried on another worker, or 0 if there is none. */
    int retries;

    /** The time at which a waiting retry is given up. */
    long retryUntil;

    /** True if its first transaction FAILED on the worker that it avoids, and is to be tried on another. */
    boolean failed;

    /** The number of receipts in a row that asked for a retry of its first transaction. */
    int delays;

    /** The time at which it is queued for that retry, or 0 if it waits for none. */
    long delayedUntil;

    String retryReason = "";

    /** The workers on which a batch with the current first transaction failed or was lost. */
    final List<String> failedOn = new ArrayList<>();

    /** The number of the first pending transactions that are executed one by one. */
    int suspects;

    NaiveShard(String id) {
        this.id = id;
    }

    boolean knows(String transaction) {
        boolean isPending = pending.stream().anyMatch(one -> one.getId().equals(transaction));
        return isPending || executed.contains(transaction);
    }

    /** Reduces a closed shard without work to its chain. */
    void rest() {
        if (closed && pending.isEmpty() && status == ShardStatus.IDLE) {
            executed.clear();
            forgotten = 0;
            avoids = null;
            losses = 0;
        }
    }

    boolean isSpent() {
        return status == ShardStatus.IDLE && !paused && !closed && pending.isEmpty() && executed.isEmpty();
    }

    boolean isDelayed() {
        return status == ShardStatus.IDLE && delayedUntil > 0;
    }

    void execute(String transaction) {
        executed.add(transaction);
    }

    /**
     * Completes a block: the shard remembers the latest {@code remembered} ids, and does not restore forgotten ones.
     */
    void forgetAllBut(int remembered) {
        while (executed.size() > remembered) {
            executed.remove(0);
            forgotten++;
        }
    }

    int remembered() {
        return executed.size();
    }

    /** Removes the oldest transaction from the pool, and one suspect. */
    Transaction leave() {
        suspects = Math.max(0, suspects - 1);
        failedOn.clear();
        failed = false;
        delays = 0;
        retryReason = "";
        return pending.remove(0);
    }
}
