package dev.rota.pages.domain.chunks;

import dev.rota.pages.view.Link;
import java.util.List;

/**
 * Chunks of a dataset in the order of their ids.
 *
 * @param lines the chunks; empty if no instance answered, or if there is no such dataset
 * @param more a link to the continuation; without text if there is none
 */
public record ChunkListing(String caption, List<ChunkLine> lines, Link more) {
    static final ChunkListing NONE = new ChunkListing("", List.of(), Link.NONE);

    public ChunkListing {
        lines = List.copyOf(lines);
    }

    /** A chunk in a listing. */
    public record ChunkLine(Link chunk, String number, String bytes) {}
}
