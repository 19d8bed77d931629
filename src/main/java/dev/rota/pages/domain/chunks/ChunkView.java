package dev.rota.pages.domain.chunks;

import dev.rota.engine.Nullable;
import dev.rota.pages.domain.Figure;
import dev.rota.pages.view.Link;
import java.util.List;

/**
 * A chunk.
 *
 * @param unit the unescaped name of its network, for forms
 * @param chunk the unescaped address of the chunk, for forms
 * @param figures the figures that the instance returned; empty if the instance does not have the chunk
 * @param canWalk whether a replay can be asked for the chunk's walks
 * @param walk how it was placed; null if that was not asked
 * @param walkSource the source of the walk
 * @param listing the chunks from this address on, if no chunk has exactly this address
 */
public record ChunkView(
        String unit,
        String chunk,
        List<Figure> figures,
        List<Link> holders,
        boolean canWalk,
        @Nullable WalkView walk,
        String walkSource,
        ChunkListing listing) {
    public ChunkView {
        figures = List.copyOf(figures);
        holders = List.copyOf(holders);
    }
}
