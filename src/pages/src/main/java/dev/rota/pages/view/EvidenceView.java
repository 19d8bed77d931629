package dev.rota.pages.view;

import java.util.List;

/** The checkpoints of a unit, and the findings of audits. */
public record EvidenceView(
        String domain,
        String unit,
        List<Link> tabs,
        List<Diverged> diverged,
        List<Rung> rungs,
        List<TaskLine> audits,
        String audited) {

    public EvidenceView {
        tabs = List.copyOf(tabs);
        diverged = List.copyOf(diverged);
        rungs = List.copyOf(rungs);
        audits = List.copyOf(audits);
    }

    /**
     * A checkpoint.
     *
     * @param state verified, diverged, or not yet
     * @param from the previous checkpoint, from which a browser can check, or the unit's beginning
     */
    public record Rung(
            String at,
            String url,
            String seq,
            String offset,
            String head,
            String whole,
            String time,
            String ago,
            String state,
            String from) {}
}
