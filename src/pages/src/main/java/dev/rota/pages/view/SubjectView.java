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
        Why why,
        @Nullable Content picture,
        List<StepView> steps,
        String kept,
        String older) {

    public SubjectView {
        steps = List.copyOf(steps);
    }

    /**
     * The explanation of its state.
     *
     * @param sentence the explanation, or why there is none; empty if nothing can be said
     * @param canAsk whether a replay of the log would know more
     */
    public record Why(String state, String sentence, String source, boolean canAsk) {}
}
