package dev.rota.pages.domain.shards;

import dev.rota.pages.domain.Lanes;
import java.util.List;

/**
 * A shard: its states over time, and its latest blocks.
 *
 * @param chain a sentence that states what the hashes of the shown blocks prove; empty if none are shown
 * @param isBroken whether a parent hash differs from the hash of the previous block
 */
public record ShardView(Lanes lanes, List<StateLine> states, String chain, boolean isBroken, List<BlockLine> blocks) {

    public ShardView {
        states = List.copyOf(states);
        blocks = List.copyOf(blocks);
    }

    /** A stretch of time in a state, and the change that began it. */
    public record StateLine(
            String state,
            String cause,
            String worker,
            String workerUrl,
            String from,
            String lasted,
            String pending,
            String recordUrl) {}

    /**
     * A block.
     *
     * @param link whether its parent hash is the hash of the previous block: {@code follows}, {@code does not follow},
     *     or {@code not seen} if that block is not cached
     */
    public record BlockLine(
            String height,
            String url,
            String hash,
            String parent,
            String link,
            boolean isBroken,
            String receipts,
            String worker,
            String workerUrl,
            String time,
            String ago) {}
}
