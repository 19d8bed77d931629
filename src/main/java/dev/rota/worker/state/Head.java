package dev.rota.worker.state;

import dev.rota.shards.BlockHash;

/**
 * A shard's latest block.
 *
 * @param hash of the block, hex
 * @param token of the turn that made it
 */
public record Head(long height, String hash, long token) {

    /** Of a shard that has no block yet. */
    public static final Head NONE = new Head(0, BlockHash.OF_NO_BLOCK, 0);
}
