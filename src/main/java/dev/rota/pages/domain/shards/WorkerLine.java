package dev.rota.pages.domain.shards;

import java.util.List;

/**
 * A worker with its slots.
 *
 * @param state {@code ready}, {@code sick} and so on
 * @param isTroubled whether it gets no turns although it is there
 * @param label its slots in words
 * @param slots each on its own; empty if there are too many
 * @param takenWidth of 100, if the slots are not drawn on their own
 * @param turns the first of them
 */
public record WorkerLine(
        String worker,
        String url,
        String state,
        boolean isTroubled,
        String taken,
        String label,
        List<Slot> slots,
        int takenWidth,
        List<TurnLine> turns,
        String more) {

    public WorkerLine {
        slots = List.copyOf(slots);
        turns = List.copyOf(turns);
    }

    /**
     * A slot.
     *
     * @param look a class of the style sheet: {@code run}, {@code free} or {@code stop} for a stuck one
     */
    public record Slot(int x, String look) {}

    /**
     * A turn of a shard.
     *
     * @param lasted since it was dispatched; of one whose dispatch is not kept here, since its batch was sent
     * @param quantum what is left of its quantum, in words
     */
    public record TurnLine(
            String shard, String shardUrl, String token, String batch, String size, String lasted, String quantum) {}
}
