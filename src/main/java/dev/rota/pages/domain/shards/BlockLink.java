package dev.rota.pages.domain.shards;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.engine.Nullable;

/** How a block is linked to the one before it. */
enum BlockLink {
    FOLLOWS("follows"),
    FIRST("is the first"),
    UNSEEN("not seen here"),
    BROKEN("does not follow");

    private static final String OF_NO_BLOCK = "0".repeat(64);

    private final String text;

    BlockLink(String text) {
        this.text = text;
    }

    String text() {
        return text;
    }

    /** @param before the shard's block before this one, or an earlier one; null: none is kept here */
    static BlockLink of(JsonNode block, @Nullable JsonNode before) {
        long height = block.path("height").asLong();
        String parent = block.path("parentHash").asText();
        if (height == 1) {
            return parent.equals(OF_NO_BLOCK) ? FIRST : BROKEN;
        } else if (before == null || before.path("height").asLong() != height - 1) {
            return UNSEEN;
        }
        return before.path("hash").asText().equals(parent) ? FOLLOWS : BROKEN;
    }
}
