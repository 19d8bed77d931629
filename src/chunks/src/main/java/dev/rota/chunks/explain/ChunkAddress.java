package dev.rota.chunks.explain;

import dev.rota.chunks.CatalogEntry;
import dev.rota.chunks.catalog.ChunkId;
import dev.rota.engine.Decision;
import java.nio.charset.StandardCharsets;

/** A chunk's dataset and id, written {@code DATASET/TOP/FIRST-LAST-HASH}. */
public record ChunkAddress(String dataset, String id) {

    /** Parses an address. The id has exactly one slash; a dataset may have any number. */
    public static ChunkAddress parse(String text) {
        int slash = text.lastIndexOf('/', text.lastIndexOf('/') - 1);
        if (slash < 1 || ChunkId.of(text.substring(slash + 1)) == null) {
            throw new IllegalArgumentException(
                    "expected a chunk as DATASET/TOP/FIRST-LAST-HASH, but it is '" + text + "'");
        }
        return new ChunkAddress(text.substring(0, slash), text.substring(slash + 1));
    }

    /** Returns whether a decision lists the chunk. */
    public boolean isListedBy(Decision decision) {
        return decision.value() instanceof CatalogEntry entry
                && entry.getDataset().equals(dataset)
                && entry.getChunks().stream().anyMatch(listed -> listed.getId().equals(id));
    }

    public byte[] idBytes() {
        return id.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return dataset + "/" + id;
    }
}
