package dev.rota.pages.domain.chunks;

import dev.rota.engine.Nullable;
import dev.rota.pages.domain.Figure;
import dev.rota.pages.view.Link;
import java.util.List;

/**
 * A chunk.
 *
 * @param unit its network as it is, for forms
 * @param chunk its address as it is, for forms
 * @param figures what its instance tells of it; none if it does not know it
 * @param canWalk whether a replay can be asked for its walks
 * @param walk how it was placed; null if nobody has asked
 * @param walkSource where that is from
 * @param listing chunks from this address on, if there is none of exactly this one
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
