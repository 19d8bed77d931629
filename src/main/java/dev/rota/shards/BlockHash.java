package dev.rota.shards;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** What a block is known by: SHA-256 of its own Avro encoding with the field of the hash empty. */
public final class BlockHash {

    /** The parent's hash of a shard's first block. */
    public static final String OF_NO_BLOCK = "0".repeat(64);

    private final MessageDigest digest;

    public BlockHash() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** The hash of a block, whatever it says in its own field. */
    public String of(ShardBlock block) {
        ShardBlock open = block.getHash().isEmpty()
                ? block
                : ShardBlock.newBuilder(block).setHash("").build();
        return HexFormat.of()
                .formatHex(digest.digest(ShardsDomain.BLOCKS.codec().encode(open)));
    }
}
