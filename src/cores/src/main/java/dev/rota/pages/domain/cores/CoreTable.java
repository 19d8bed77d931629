package dev.rota.pages.domain.cores;

import java.util.List;

/**
 * Cores by block.
 *
 * @param caption which cores and blocks, in words
 */
public record CoreTable(String caption, Axis axis, List<CoreLine> lines) {
    public CoreTable {
        lines = List.copyOf(lines);
    }
}
