package dev.rota.pages.view;

import java.util.List;

/** The decisions of a unit, newest first, grouped by cause. */
public record Timeline(
        String domain,
        String unit,
        String seq,
        String id,
        List<Choice> kinds,
        List<StepView> steps,
        String older,
        String kept,
        List<Link> tabs) {

    public Timeline {
        kinds = List.copyOf(kinds);
        steps = List.copyOf(steps);
        tabs = List.copyOf(tabs);
    }

    /** A choice of a filter. */
    public record Choice(String value, String text, boolean isChosen) {}
}
