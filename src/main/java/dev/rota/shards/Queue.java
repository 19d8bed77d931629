package dev.rota.shards;

import dev.rota.engine.Tables;

/** The pool's one queue of PENDING shards, first come, first served. A place in it is a ticket. */
final class Queue {

    private final Numbered<WaitingShard, QueuePage> places = new Numbered<>(QueuePage::new);
    private long tickets;

    /** A queue that has given so many tickets. */
    Queue(long tickets) {
        this.tickets = tickets;
    }

    void restore(WaitingShard waiting) {
        places.restore(waiting.getTicket(), waiting);
    }

    long tickets() {
        return tickets;
    }

    boolean isEmpty() {
        return places.size() == 0;
    }

    WaitingShard head() {
        return places.first();
    }

    /** The shard goes to the end; its ticket. */
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
