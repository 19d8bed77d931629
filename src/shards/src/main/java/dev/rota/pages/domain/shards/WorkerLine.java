package dev.rota.pages.domain.shards;

import dev.rota.pages.domain.Slots;
import java.util.List;

/**
 * A worker with its slots.
 *
 * @param state the worker's state, such as {@code ready} or {@code sick}
 * @param isTroubled whether it is present but gets no turns
 * @param turns its first turns
 */
public record WorkerLine(
        String worker,
        String url,
        String state,
        boolean isTroubled,
        String taken,
        Slots slots,
        List<TurnLine> turns,
        String more) {

    public WorkerLine {
        turns = List.copyOf(turns);
    }

    /**
     * A turn of a shard.
     *
     * @param lasted the time since it began
     * @param quantum the remainder of its quantum, in words
     */
    public record TurnLine(
            String shard, String shardUrl, String token, String batch, String size, String lasted, String quantum) {}
}
