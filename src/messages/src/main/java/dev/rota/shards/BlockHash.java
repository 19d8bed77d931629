package dev.rota.shards;

import dev.rota.engine.schema.AvroCodec;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Hashes blocks: SHA-256 of a block's Avro encoding with an empty hash field. */
public final class BlockHash {

    /** The parent hash of a shard's first block. */
    public static final String OF_NO_BLOCK = "0".repeat(64);

    private static final AvroCodec<ShardBlock> CODEC = AvroCodec.of(ShardBlock.class);

    private BlockHash() {}

    /** Computes a block's hash; its hash field is ignored. */
    public static String of(ShardBlock block) {
        ShardBlock open = block.getHash().isEmpty()
                ? block
                : ShardBlock.newBuilder(block).setHash("").build();
        return HexFormat.of().formatHex(sha256().digest(CODEC.encode(open)));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
