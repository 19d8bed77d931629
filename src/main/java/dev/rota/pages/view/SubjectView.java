package dev.rota.pages.view;

import dev.rota.engine.Nullable;
import gg.jte.Content;
import java.util.List;

/**
 * A job, a worker, a para: why it is where it is, and what was decided about it.
 *
 * @param picture what its scheduler's pages draw of it; null if nothing
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
