package dev.rota.pages.view;

import dev.rota.engine.Nullable;
import gg.jte.Content;
import java.util.List;

/**
 * A job, a worker or a para: the explanation of its state, and the decisions about it.
 *
 * @param picture the drawing of it on its scheduler's pages; null if there is none
 */
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
        @Nullable Content picture,
        List<StepView> steps,
        String kept,
        String older) {

    public SubjectView {
        steps = List.copyOf(steps);
    }
}
