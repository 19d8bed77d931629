package dev.rota.shards.explain;

import dev.rota.engine.text.Phrases;
import dev.rota.shards.ShardStatus;
import dev.rota.shards.WaitingShard;
import dev.rota.shards.pool.Pool;
import dev.rota.shards.pool.Turn;
import dev.rota.shards.shard.Shard;
import dev.rota.shards.workers.SlotTotals;

/** Explains why a shard waits, rests or runs, from the pool's rows. */
final class WhyShard {

    private final Pool pool;
    private final Shard shard;

    WhyShard(Pool pool, Shard shard) {
        this.pool = pool;
        this.shard = shard;
    }

    String state() {
        if (shard.closed
                && shard.status() == ShardStatus.IDLE
                && shard.pending().count() == 0) {
            return "CLOSED";
        }
        if (shard.paused && shard.status() == ShardStatus.IDLE) {
            return "PAUSED";
        }
        return shard.isDelayed() ? "DELAYED" : shard.status().name();
    }

    /** Returns a predicate without its subject. */
    String sentence() {
        return switch (shard.status()) {
            case RUNNING -> running(pool.turns().expect(shard.token));
            case PENDING -> waiting();
            case IDLE -> idle();
        };
    }

    private String running(Turn turn) {
        return (shard.retries == 0 ? "runs on worker " : "has a second try of its failed batch on worker ")
                + turn.worker().id + ", turn " + turn.token() + ": batch " + turn.batch() + " with "
                + turn.size() + " of its " + pending() + (pool.isStateless() ? " was sent, or went on, " : " was sent ")
                + Phrases.at(turn.sentAt())
                + " and times out " + Phrases.at(turn.deadline()) + " at the earliest; "
                + (shard.paused
                        ? "it is paused and stops with the " + (pool.isStateless() ? "last " : "")
                                + "report of this batch"
                        : "the turn ends with the first report after " + pool.quantumMs(turn.grantedMs())
                                + " ms of it");
    }

    private String waiting() {
        return "has waited since " + Phrases.utc(pool.queue().at(shard.ticket).getSince()) + " at position "
                + pool.queue().position(shard.ticket) + " of " + pool.queue().size() + " in the queue with " + pending()
                + ": " + noTurn() + avoided();
    }

    private String idle() {
        if (shard.closed && shard.pending().count() == 0) {
            return "is closed by a control: it refuses transactions and remembers none, and goes on from height "
                    + shard.height + " when it is reopened";
        }
        if (shard.paused) {
            return "is paused by a control with " + pending() + ": it accepts transactions and gets no turn until it is"
                    + " resumed" + (shard.isDelayed() ? "; then it " + delayed() : "");
        }
        if (shard.isDelayed()) {
            return delayed() + "; it holds no slot, and no transaction of it overtakes, of " + pending();
        }
        return "is idle: it has no pending transactions; its height is " + shard.height;
    }

    /** Returns a predicate about the retry that a shard waits for. */
    private String delayed() {
        return "waits " + Phrases.until(shard.delayedUntil) + " for retry " + shard.delays
                + " in a row of its first transaction, which its worker's receipt asked for ("
                + (shard.retryReason.isEmpty() ? "no reason given" : shard.retryReason) + ")";
    }

    private String pending() {
        return Phrases.count(shard.pending().count(), "pending transaction");
    }

    private String avoided() {
        WaitingShard waiting = pool.queue().at(shard.ticket);
        if (waiting.getNotOn() != null) {
            return "; its " + (shard.failed ? "first transaction" : "batch") + " failed on worker "
                    + waiting.getNotOn() + ", so it waits for another "
                    + Phrases.until(waiting.getRetryUntil()) + ", and those behind it may pass by";
        }
        return shard.avoids == null ? "" : "; it avoids worker " + shard.avoids + " while another has a free slot";
    }

    /** Returns why no shard is dispatched. */
    private String noTurn() {
        SlotTotals slots = pool.workers().totals();
        if (pool.deadline() <= pool.judgedTo()) {
            return "a worker or a batch is late, and its turns are lost in the next step, before anything is dispatched";
        }
        if (slots.workers() == 0) {
            return "the pool has no workers";
        }
        if (slots.areAllSick()) {
            return "all workers that have slots are sick, so the pool has one turn at a time; " + counts(slots);
        }
        boolean waitsForOther = pool.queue().at(shard.ticket).getNotOn() != null;
        return slots.free() > 0 && !waitsForOther ? "it is dispatched in a following step" : noSlot(slots);
    }

    private static String noSlot(SlotTotals slots) {
        return (slots.workers() == 1
                        ? "the only worker has no free slot"
                        : "none of " + slots.workers() + " workers has a free slot")
                + " (" + counts(slots) + ")";
    }

    private static String counts(SlotTotals slots) {
        return slots.slots() + " in all, " + slots.running() + " running, " + slots.stuck() + " stuck by a lost turn"
                + (slots.draining() == 0 ? "" : ", " + Phrases.count(slots.draining(), "worker") + " draining")
                + (slots.sick() == 0 ? "" : ", " + Phrases.count(slots.sick(), "worker") + " sick");
    }
}
