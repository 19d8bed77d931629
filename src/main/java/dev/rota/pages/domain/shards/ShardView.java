package dev.rota.pages.domain.shards;

import dev.rota.pages.domain.Lanes;
import java.util.List;

/**
 * A shard: its states over time, and its latest blocks.
 *
 * @param chain what the hashes of the blocks that are shown prove, in a sentence; empty if none are shown
 * @param isBroken whether a parent hash is not the hash of the block before
 */
public record ShardView(Lanes lanes, List<StateLine> states, String chain, boolean isBroken, List<BlockLine> blocks) {

    public ShardView {
        states = List.copyOf(states);
        blocks = List.copyOf(blocks);
    }

    /** A stretch of time in a state, and what began it. */
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
     * @param link whether its parent hash is the hash of the block before: {@code follows}, {@code does not follow}, or
     *     {@code not seen} where that block is not kept here
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
