package dev.rota.pages.domain.shards;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.pages.Show;
import dev.rota.pages.domain.shards.WorkerLine.Slot;
import dev.rota.pages.domain.shards.WorkerLine.TurnLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Draws workers as strips of their slots, with the shards in them. */
final class WorkerSlots {

    /** More slots are drawn as one bar. */
    private static final int SLOTS_MAX = 16;

    private static final int SLOT_WIDTH = 14;

    /** The turns of a worker that are listed. */
    private static final int TURNS_MAX = 4;

    private static final int WIDTH = 100;

    private final long quantumMs;
    private final ShardsLinks links;
    private final Map<String, Long> dispatched;
    private final long now;

    /** @param dispatched when turns began, by {@code SHARD/TOKEN} */
    WorkerSlots(JsonNode state, ShardsLinks links, Map<String, Long> dispatched, long now) {
        this.quantumMs = state.path("policy").path("quantumMs").asLong();
        this.links = links;
        this.dispatched = new TreeMap<>(dispatched);
        this.now = now;
    }

    /** Why a worker gets no turns, or fewer than it has slots; empty if nothing is wrong with it. */
    static String trouble(JsonNode worker) {
        List<String> clauses = new ArrayList<>();
        if (!worker.path("restUntil").isNull() && !worker.path("restUntil").isMissingNode()) {
            clauses.add(
                    "is sick after " + PoolPage.count(worker.path("failures").asLong(), "failure", "failures")
                            + " in a row, and rests until "
                            + Show.time(worker.path("restUntil").asLong()));
        }
        if (worker.path("slots").asInt() == 0) {
            clauses.add("is draining");
        }
        if (worker.path("silent").asBoolean()) {
            clauses.add("has been silent since "
                    + Show.time(worker.path("heardAt").asLong())
                    + ", which is judged once enough time was attended");
        }
        int stuck = worker.path("stuck").asInt();
        if (stuck > 0) {
            clauses.add("has " + PoolPage.count(stuck, "slot", "slots")
                    + " stuck by turns that were lost by BATCH_TIMEOUT");
        }
        return String.join(" and ", clauses);
    }

    WorkerLine line(JsonNode worker) {
        String id = worker.path("worker").asText();
        int slots = worker.path("slots").asInt();
        int taken = worker.path("taken").asInt();
        int stuck = worker.path("stuck").asInt();
        int drawn = Math.max(slots, taken + stuck);
        List<TurnLine> turns = turns(worker);
        int more = taken - Math.min(turns.size(), TURNS_MAX);
        return new WorkerLine(
                Show.text(id),
                links.worker(id),
                state(worker),
                !trouble(worker).isEmpty(),
                taken + " of " + slots,
                taken + " of " + slots + (slots == 1 ? " slot" : " slots") + " taken"
                        + (stuck == 0 ? "" : ", " + stuck + " stuck"),
                drawn > SLOTS_MAX ? List.of() : slots(drawn, taken, stuck),
                drawn == 0 ? 0 : (int) ((double) (taken + stuck) / drawn * WIDTH),
                turns.stream().limit(TURNS_MAX).toList(),
                more > 0 ? Show.number(more) + " more" : "");
    }

    private static String state(JsonNode worker) {
        List<String> states = new ArrayList<>();
        if (!worker.path("restUntil").isNull() && !worker.path("restUntil").isMissingNode()) {
            states.add("sick");
        }
        if (worker.path("slots").asInt() == 0) {
            states.add("draining");
        }
        if (worker.path("silent").asBoolean()) {
            states.add("silent");
        }
        if (worker.path("stuck").asInt() > 0) {
            states.add("stuck");
        }
        return states.isEmpty() ? "ready" : String.join(", ", states);
    }

    private static List<Slot> slots(int count, int taken, int stuck) {
        List<Slot> slots = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            slots.add(new Slot(i * SLOT_WIDTH + 1, i < taken ? "run" : i < taken + stuck ? "stop" : "free"));
        }
        return slots;
    }

    /** The turns of a worker that its line in the state has. */
    List<TurnLine> turns(JsonNode worker) {
        return ShardsPages.all(worker.path("turns")).stream().map(this::turn).toList();
    }

    private TurnLine turn(JsonNode turn) {
        String shard = turn.path("shard").asText();
        String token = turn.path("token").asText();
        // the first batch of a turn is sent as it begins
        Long began = turn.path("batch").asInt() == 1
                ? Long.valueOf(turn.path("sentAt").asLong())
                : dispatched.get(shard + "/" + token);
        long since = began == null ? turn.path("sentAt").asLong() : began;
        long left = quantumMs - (now - since);
        return new TurnLine(
                Show.text(shard),
                links.shard(shard),
                token,
                turn.path("batch").asText(),
                PoolPage.count(turn.path("size").asLong(), "transaction", "transactions"),
                Math.max(0, now - since) + " ms" + (began == null ? " of its batch" : ""),
                left > 0 ? left + " of " + quantumMs + " ms left" : "over: it ends with the next report");
    }
}
