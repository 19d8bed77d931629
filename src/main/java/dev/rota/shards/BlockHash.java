package dev.rota.shards;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A block's hash: SHA-256 of its Avro encoding with an empty hash field. */
public final class BlockHash {

    /** The parent hash of a shard's first block. */
    public static final String OF_NO_BLOCK = "0".repeat(64);

    private final MessageDigest digest;

    public BlockHash() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** Computes a block's hash, ignoring its hash field. */
    public String of(ShardBlock block) {
        ShardBlock open = block.getHash().isEmpty()
                ? block
                : ShardBlock.newBuilder(block).setHash("").build();
        return HexFormat.of()
                .formatHex(digest.digest(ShardsDomain.BLOCKS.codec().encode(open)));
    }
}
