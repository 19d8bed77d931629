package dev.rota.worker.state;

import dev.rota.shards.BlockHash;

/**
 * A shard's latest block.
 *
 * @param hash the block's hash, in hex
 * @param token the token of the turn that made it
 */
public record Head(long height, String hash, long token) {

    /** The head of a shard without blocks. */
    public static final Head NONE = new Head(0, BlockHash.OF_NO_BLOCK, 0);
}
