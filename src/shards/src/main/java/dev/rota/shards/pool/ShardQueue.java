package dev.rota.shards.pool;

import dev.rota.engine.Nullable;
import dev.rota.engine.Tables;
import dev.rota.engine.Times;
import dev.rota.shards.QueuePage;
import dev.rota.shards.WaitingShard;
import dev.rota.shards.tables.PagedMap;
import dev.rota.shards.tables.ShardsTables;
import dev.rota.shards.workers.PoolWorker;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The pool's FIFO queue of PENDING shards. A shard's place is its ticket. A shard whose batch failed waits for another
 * worker until {@code retryWithinMs} have passed; shards behind it overtake it if only the worker on which it failed is
 * free.
 */
public final class ShardQueue {

    private final PagedMap<WaitingShard, QueuePage> places = new PagedMap<>(QueuePage::new);
    /** The tickets of shards that may go to every worker. */
    private final NavigableSet<Long> toAny = new TreeSet<>();
    /** The tickets of shards that wait for another worker, by the worker that they avoid. */
    private final Map<String, NavigableSet<Long>> toOthers = new TreeMap<>();

    private final NavigableSet<WaitingShard> retries = new TreeSet<>(
            Comparator.comparingLong(WaitingShard::getRetryUntil).thenComparingLong(WaitingShard::getTicket));
    private long tickets;

    /** Creates an empty queue that has issued {@code tickets} tickets. */
    ShardQueue(long tickets) {
        this.tickets = tickets;
    }

    void restore(WaitingShard waiting) {
        places.restore(waiting.getTicket(), waiting);
        index(waiting);
    }

    long tickets() {
        return tickets;
    }

    public int size() {
        return places.size();
    }

    boolean isEmpty() {
        return places.size() == 0;
    }

    /** Returns the position of a ticket in the queue, from 1. */
    public int position(long ticket) {
        return places.before(ticket) + 1;
    }

    /** Returns the shard with a ticket. */
    public WaitingShard at(long ticket) {
        return Objects.requireNonNull(places.get(ticket), "a shard that waits is in the queue");
    }

    /** Returns up to {@code limit} shards, those that have waited longest first. */
    public List<WaitingShard> first(int limit) {
        return places.first(limit);
    }

    /** Returns the shard that has waited longest. */
    WaitingShard head() {
        return places.first();
    }

    /** Returns the first shard that one of the free workers may execute, or null if there is none. */
    @Nullable
    public WaitingShard next(NavigableSet<PoolWorker> free) {
        if (free.isEmpty() || isEmpty()) {
            return null;
        }
        String only = free.size() == 1 ? free.first().id : null;
        long first = toAny.isEmpty() ? Times.NEVER : toAny.first();
        for (Map.Entry<String, NavigableSet<Long>> waiting : toOthers.entrySet()) {
            if (!waiting.getKey().equals(only)) {
                first = Math.min(first, waiting.getValue().first());
            }
        }
        return first == Times.NEVER ? null : at(first);
    }

    /**
     * Appends a shard, and returns its ticket.
     *
     * @param notOn the worker on which its batch failed, or null if any worker may execute it
     * @param retryUntil when it stops waiting for another worker
     */
    long append(String shard, long now, @Nullable String notOn, long retryUntil) {
        tickets++;
        put(new WaitingShard(tickets, shard, now, notOn, notOn == null ? Times.NEVER : retryUntil));
        return tickets;
    }

    void remove(long ticket) {
        unindex(at(ticket));
        places.remove(ticket);
    }

    /** Returns when the first shard stops waiting for another worker. */
    long retryEnds() {
        return retries.isEmpty() ? Times.NEVER : retries.first().getRetryUntil();
    }

    /** Lets every worker execute the shards that have waited long enough for another. */
    void giveUpRetries(long now) {
        while (retryEnds() <= now) {
            WaitingShard waiting = retries.first();
            unindex(waiting);
            put(new WaitingShard(waiting.getTicket(), waiting.getShard(), waiting.getSince(), null, Times.NEVER));
        }
    }

    private void put(WaitingShard waiting) {
        places.put(waiting.getTicket(), waiting);
        index(waiting);
    }

    private void index(WaitingShard waiting) {
        if (waiting.getNotOn() == null) {
            toAny.add(waiting.getTicket());
        } else {
            toOthers.computeIfAbsent(waiting.getNotOn(), worker -> new TreeSet<>())
                    .add(waiting.getTicket());
            retries.add(waiting);
        }
    }

    private void unindex(WaitingShard waiting) {
        if (waiting.getNotOn() == null) {
            toAny.remove(waiting.getTicket());
            return;
        }
        retries.remove(waiting);
        NavigableSet<Long> same = toOthers.get(waiting.getNotOn());
        if (same != null && same.remove(waiting.getTicket()) && same.isEmpty()) {
            toOthers.remove(waiting.getNotOn());
        }
    }

    void write(Tables tables) {
        places.write(tables.table(ShardsTables.QUEUE));
    }
}
