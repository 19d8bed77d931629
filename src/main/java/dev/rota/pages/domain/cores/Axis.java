package dev.rota.pages.domain.cores;

import java.util.List;

/**
 * The blocks above strips: some of them are labelled.
 *
 * @param label which blocks they are, in words
 */
public record Axis(int width, String label, List<Tick> ticks) {
    public Axis {
        ticks = List.copyOf(ticks);
    }

    /** A block that is labelled. */
    public record Tick(int x, String block, String url) {}
}
