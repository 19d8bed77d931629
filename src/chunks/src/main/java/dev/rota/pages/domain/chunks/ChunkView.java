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
 * @param routes whether readers may use the chunk; empty if the policy has no routes
 * @param routeLines its copies, and what each of them waits for
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
        String routes,
        List<RouteLine> routeLines,
        boolean canWalk,
        @Nullable WalkView walk,
        String walkSource,
        ChunkListing listing) {
    public ChunkView {
        figures = List.copyOf(figures);
        holders = List.copyOf(holders);
        routeLines = List.copyOf(routeLines);
    }

    /**
     * A copy of the chunk.
     *
     * @param used whether readers may use it
     */
    public record RouteLine(Link worker, boolean used, String sentence) {}
}
