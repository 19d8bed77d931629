package dev.rota.pages.view;

import java.util.List;

/** What was decided, newest first, grouped by cause. */
public record Timeline(
        String domain,
        String unit,
        String seq,
        String id,
        List<Choice> kinds,
        List<Step> steps,
        String older,
        String kept,
        String evidenceUrl) {

    public Timeline {
        kinds = List.copyOf(kinds);
        steps = List.copyOf(steps);
    }

    /** A choice of a filter. */
    public record Choice(String value, String text, boolean isChosen) {}
}
