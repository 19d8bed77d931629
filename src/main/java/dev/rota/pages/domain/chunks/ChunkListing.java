package dev.rota.pages.domain.chunks;

import dev.rota.pages.view.Link;
import java.util.List;

/**
 * Chunks of a dataset in the order of their ids.
 *
 * @param lines none: nobody tells, or there is no such dataset
 * @param more the page that goes on; without text if there is none
 */
public record ChunkListing(String caption, List<ChunkLine> lines, Link more) {
    static final ChunkListing NONE = new ChunkListing("", List.of(), Link.NONE);

    public ChunkListing {
        lines = List.copyOf(lines);
    }

    /** A chunk that is listed. */
    public record ChunkLine(Link chunk, String number, String bytes) {}
}
