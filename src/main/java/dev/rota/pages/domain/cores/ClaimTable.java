package dev.rota.pages.domain.cores;

import java.util.List;

/**
 * Claims and their ways.
 *
 * @param caption what they are, and how many there are
 */
public record ClaimTable(String caption, Axis axis, List<ClaimLine> lines) {
    public ClaimTable {
        lines = List.copyOf(lines);
    }
}
