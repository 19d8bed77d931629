package dev.rota.shards;

import dev.rota.engine.Tables;

/** The pool's FIFO queue of PENDING shards. A shard's place is its ticket. */
final class ShardQueue {

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

    int size() {
        return places.size();
    }

    boolean isEmpty() {
        return places.size() == 0;
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
