package dev.rota.shards;

import dev.rota.engine.Tables;
import java.util.Objects;

/** The pool's FIFO queue of PENDING shards. A shard's place is its ticket. */
public final class ShardQueue {

    private final Numbered<WaitingShard, QueuePage> places = new Numbered<>(QueuePage::new);
    private long tickets;

    /** Creates an empty queue that has issued {@code tickets} tickets. */
    ShardQueue(long tickets) {
        this.tickets = tickets;
    }

    void restore(WaitingShard waiting) {
        places.restore(waiting.getTicket(), waiting);
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

    /** The position of a ticket in the queue, from 1. */
    public int position(long ticket) {
        return places.before(ticket) + 1;
    }

    /** Since when the shard with a ticket waits. */
    public long since(long ticket) {
        return Objects.requireNonNull(places.get(ticket), "a shard that waits is in the queue")
                .getSince();
    }

    WaitingShard head() {
        return places.first();
    }

    /** Appends a shard; returns its ticket. */
    long append(String shard, long now) {
        tickets++;
        places.put(tickets, new WaitingShard(tickets, shard, now));
        return tickets;
    }

    void remove(long ticket) {
        places.remove(ticket);
    }

    void write(Tables tables) {
        places.write(tables.table(ShardsTables.QUEUE));
    }
}
