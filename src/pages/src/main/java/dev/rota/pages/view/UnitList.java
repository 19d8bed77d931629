package dev.rota.pages.view;

import java.util.List;

/** A page of the list of a domain's units. */
public record UnitList(
        String domain,
        List<Diverged> diverged,
        String filter,
        List<Link> columns,
        List<Line> lines,
        String count,
        List<Link> pages) {

    public UnitList {
        diverged = List.copyOf(diverged);
        columns = List.copyOf(columns);
        lines = List.copyOf(lines);
        pages = List.copyOf(pages);
    }

    /**
     * A unit.
     *
     * @param head the head of its chain, which leads to its evidence
     */
    public record Line(
            Link unit,
            boolean isDiverged,
            String partition,
            String owner,
            String seq,
            Link head,
            String rules,
            String last,
            String ago,
            String decisions,
            String rejections) {}
}
