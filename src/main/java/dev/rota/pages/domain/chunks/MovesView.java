package dev.rota.pages.domain.chunks;

import dev.rota.pages.view.Link;
import java.util.List;

/** Whose shares a planned epoch would change. */
public record MovesView(String caption, List<Move> moves) {
    public MovesView {
        moves = List.copyOf(moves);
    }

    /**
     * A worker whose share would change.
     *
     * @param before how full it is, in percent; the same for {@code after}
     */
    public record Move(
            Link worker,
            String bytesBefore,
            String bytesAfter,
            String change,
            String toFetch,
            String capacity,
            int before,
            int after) {}
}
