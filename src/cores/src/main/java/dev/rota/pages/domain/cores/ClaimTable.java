package dev.rota.pages.domain.cores;

import java.util.List;

/**
 * A table of claims.
 *
 * @param caption the kind and number of the claims
 */
public record ClaimTable(String caption, Axis axis, List<ClaimLine> lines) {
    public ClaimTable {
        lines = List.copyOf(lines);
    }
}
