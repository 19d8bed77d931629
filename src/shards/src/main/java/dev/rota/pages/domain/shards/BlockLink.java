package dev.rota.pages.domain.shards;

import dev.rota.engine.Nullable;
import dev.rota.shards.ShardBlock;

/** The relation of a block to the previous one. */
public enum BlockLink {
    FOLLOWS("follows"),
    FIRST("is the first"),
    UNSEEN("not seen here"),
    BROKEN("does not follow");

    private static final String OF_NO_BLOCK = "0".repeat(64);

    private final String text;

    BlockLink(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }

    public boolean isBroken() {
        return this == BROKEN;
    }

    /**
     * Returns the relation of a block to {@code before}.
     *
     * @param before the shard's previous block, or an earlier one; null if none is cached
     */
    static BlockLink of(ShardBlock block, @Nullable ShardBlock before) {
        long height = block.getHeight();
        String parent = block.getParentHash();
        if (height == 1) {
            return parent.equals(OF_NO_BLOCK) ? FIRST : BROKEN;
        } else if (before == null || before.getHeight() != height - 1) {
            return UNSEEN;
        }
        return before.getHash().equals(parent) ? FOLLOWS : BROKEN;
    }
}
