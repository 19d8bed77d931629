package dev.rota.pages.domain.cores;

import java.util.List;

/**
 * The block numbers above strips, some of which are labelled.
 *
 * @param label the range of blocks in words
 */
public record Axis(int width, String label, List<Tick> ticks) {
    public Axis {
        ticks = List.copyOf(ticks);
    }

    /** A labelled block. */
    public record Tick(int x, String block, String url) {}
}
