package dev.rota.pages.domain.chunks;

import dev.rota.pages.view.Link;
import java.util.List;

/** The shares that a planned epoch would change. */
public record MovesView(String caption, List<Move> moves) {
    public MovesView {
        moves = List.copyOf(moves);
    }

    /**
     * A worker whose share would change.
     *
     * @param before how full the worker is before the change, in percent
     * @param after how full it is after the change, in percent
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
