package dev.rota.pages.domain.chunks;

import dev.rota.pages.domain.Figure;
import dev.rota.pages.view.Link;
import java.util.List;

/**
 * What readers of a network may use.
 *
 * @param sentence by what readers go
 * @param figures copies by what readers may do with them; empty if the policy has no routes
 * @param swapsCaption the title of the list of chunks that wait to be replaced
 */
public record RoutesView(String sentence, List<Figure> figures, String swapsCaption, List<SwapLine> swaps) {
    public RoutesView {
        figures = List.copyOf(figures);
        swaps = List.copyOf(swaps);
    }

    /**
     * Chunks that wait to be replaced.
     *
     * @param waiting the number of new chunks that too few workers have confirmed
     * @param first the first of those
     */
    public record SwapLine(Link dataset, String old, String fresh, String waiting, List<FreshChunk> first) {
        public SwapLine {
            first = List.copyOf(first);
        }
    }

    /** A chunk that waits to replace others, and how many workers have confirmed it. */
    public record FreshChunk(Link chunk, String confirmed) {}
}
