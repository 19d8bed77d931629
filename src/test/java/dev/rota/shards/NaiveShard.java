package dev.rota.shards;

import dev.rota.engine.Nullable;
import java.util.ArrayList;
import java.util.List;

/** A shard, as the model knows it. */
final class NaiveShard {

    final String id;

    /** In the order of their arrival; those of a batch that is out are the first of them. */
    final List<Transaction> pending = new ArrayList<>();

    /** The latest transactions that its blocks hold, as many as are remembered. */
    private final List<String> executed = new ArrayList<>();

    /** How many of its blocks' transactions it has forgotten, since it was closed last. */
    long forgotten;

    ShardStatus status = ShardStatus.IDLE;
    boolean paused;

    /** Whether it accepts no more transactions. */
    boolean closed;

    /** When it became PENDING. */
    long since;

    long height;
    String hash = "0".repeat(64);

    /** The worker that lost its last turn, which it avoids. */
    @Nullable
    String avoids;

    int losses;

    /** The size of a failed batch that is to be tried on another worker; 0 if none is. */
    int retries;

    /** When the retry is given up, while it waits. */
    long retryUntil;

    /** The workers on which a batch with the present first transaction failed or was lost. */
    final List<String> failedOn = new ArrayList<>();

    /** How many of the first pending transactions are executed one by one. */
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

    void execute(String transaction) {
        executed.add(transaction);
    }

    /** A block is complete: the shard remembers the latest so many, and what it has forgotten stays forgotten. */
    void forgetAllBut(int remembered) {
        while (executed.size() > remembered) {
            executed.remove(0);
            forgotten++;
        }
    }

    int remembered() {
        return executed.size();
    }

    /** The oldest transaction leaves the pool, and takes a suspect away. */
    Transaction leave() {
        suspects = Math.max(0, suspects - 1);
        failedOn.clear();
        return pending.remove(0);
    }
}
