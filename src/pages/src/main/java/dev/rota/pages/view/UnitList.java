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

    /** A unit. */
    public record Line(
            String unit,
            boolean isDiverged,
            String url,
            String partition,
            String owner,
            String seq,
            String head,
            String rules,
            String last,
            String ago,
            String decisions,
            String rejections,
            String evidenceUrl) {}
}
