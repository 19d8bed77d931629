package dev.rota.pages.domain.shards;

import dev.rota.pages.domain.Slots;
import java.util.List;

/**
 * A worker with its slots.
 *
 * @param state {@code ready}, {@code sick} and so on
 * @param isTroubled whether it gets no turns although it is there
 * @param turns the first of them
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
     * @param lasted since it was dispatched; of one whose dispatch is not kept here, since its batch was sent
     * @param quantum what is left of its quantum, in words
     */
    public record TurnLine(
            String shard, String shardUrl, String token, String batch, String size, String lasted, String quantum) {}
}
