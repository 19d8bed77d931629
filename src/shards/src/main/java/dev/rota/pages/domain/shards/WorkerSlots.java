package dev.rota.pages.domain.shards;

import dev.rota.pages.Show;
import dev.rota.pages.domain.Links;
import dev.rota.pages.domain.Slots;
import dev.rota.pages.domain.shards.WorkerLine.TurnLine;
import dev.rota.shards.view.PoolState;
import java.util.ArrayList;
import java.util.List;

/** Draws workers as strips of their slots, with the shards in them. */
final class WorkerSlots {

    /** The number of turns of a worker that are listed. */
    private static final int TURNS_MAX = 4;

    private final Links links;
    private final long now;

    WorkerSlots(Links links, long now) {
        this.links = links;
        this.now = now;
    }

    /** Returns the reason why a worker gets no turns, or fewer than it has slots; empty if there is none. */
    static String trouble(PoolState.WorkerLine worker) {
        List<String> clauses = new ArrayList<>();
        if (worker.restUntil() != null) {
            clauses.add("is sick after " + Show.count(worker.failures(), "failure", "failures")
                    + " in a row, and rests until "
                    + Show.time(worker.restUntil()));
        }
        if (worker.slots() == 0) {
            clauses.add("is draining");
        }
        if (worker.silent()) {
            clauses.add("has been silent since "
                    + Show.time(worker.heardAt())
                    + ", which is judged once enough time was attended");
        }
        int stuck = worker.stuck();
        if (stuck > 0) {
            clauses.add(
                    "has " + Show.count(stuck, "slot", "slots") + " stuck by turns that were lost by BATCH_TIMEOUT");
        }
        return String.join(" and ", clauses);
    }

    WorkerLine line(PoolState.WorkerLine worker) {
        String id = worker.worker();
        int slots = worker.slots();
        int taken = worker.taken();
        int stuck = worker.stuck();
        List<TurnLine> turns = turns(worker);
        int more = taken - Math.min(turns.size(), TURNS_MAX);
        return new WorkerLine(
                Show.text(id),
                links.url("worker", id),
                state(worker),
                !trouble(worker).isEmpty(),
                taken + " of " + slots,
                Slots.of(
                        Math.max(slots, taken + stuck),
                        taken,
                        stuck,
                        taken + " of " + slots + (slots == 1 ? " slot" : " slots") + " taken"
                                + (stuck == 0 ? "" : ", " + stuck + " stuck")),
                turns.stream().limit(TURNS_MAX).toList(),
                more > 0 ? Show.number(more) + " more" : "");
    }

    private static String state(PoolState.WorkerLine worker) {
        List<String> states = new ArrayList<>();
        if (worker.restUntil() != null) {
            states.add("sick");
        }
        if (worker.slots() == 0) {
            states.add("draining");
        }
        if (worker.silent()) {
            states.add("silent");
        }
        if (worker.stuck() > 0) {
            states.add("stuck");
        }
        return states.isEmpty() ? "ready" : String.join(", ", states);
    }

    /** Returns the turns in a worker's line of the state. */
    List<TurnLine> turns(PoolState.WorkerLine worker) {
        return worker.turns().stream().map(this::turn).toList();
    }

    private TurnLine turn(PoolState.TurnLine turn) {
        String shard = turn.shard();
        long lasts = Math.max(0, now - turn.begunAt());
        long left = turn.quantumMs() - lasts;
        return new TurnLine(
                Show.text(shard),
                links.url("shard", shard),
                String.valueOf(turn.token()),
                String.valueOf(turn.batch()),
                Show.count(turn.size(), "transaction", "transactions"),
                lasts + " ms",
                left > 0 ? left + " of " + turn.quantumMs() + " ms left" : "over: it ends with the next report");
    }
}
