package dev.rota.pages.domain.jobs;

import java.util.List;

/**
 * The demand for slots.
 *
 * @param sentence the slots that are wanted in total, and since when that is so; empty if no demand is known
 * @param caption the title of the list of kinds
 */
public record DemandView(String sentence, String caption, List<KindLine> kinds) {

    static final DemandView NONE = new DemandView("", "", List.of());

    public DemandView {
        kinds = List.copyOf(kinds);
    }

    /**
     * The jobs of an instance that require the same properties.
     *
     * @param requires the required properties
     * @param nowhere why no bot can run them; empty if a bot can
     * @param waited how long the oldest has waited; empty if none waits
     */
    public record KindLine(
            String instance,
            String instanceUrl,
            String requires,
            String queued,
            String running,
            String nowhere,
            String waited,
            String wanted) {}
}
