package dev.rota.pages.view;

import java.util.List;

/** A job, a worker, a para: why it is where it is, and what was decided about it. */
public record SubjectView(
        String domain,
        String unit,
        String unitUrl,
        String kind,
        String id,
        String state,
        String sentence,
        String sentenceSource,
        boolean canAsk,
        List<Step> steps,
        String kept,
        String older) {

    public SubjectView {
        steps = List.copyOf(steps);
    }
}
