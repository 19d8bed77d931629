package dev.rota.pages.domain.jobs;

import dev.rota.pages.view.Link;
import java.util.List;

/**
 * A bot as a strip of its slots.
 *
 * @param isTroubled whether it gets no jobs although it is there
 * @param slots each on its own; empty if there are too many
 * @param takenWidth of 100, if the slots are not drawn on their own
 * @param jobs its first jobs
 * @param more how many more it has; empty if none
 */
public record BotStrip(
        String bot,
        String url,
        String state,
        boolean isTroubled,
        String instance,
        String taken,
        String label,
        List<Slot> slots,
        int takenWidth,
        List<Link> jobs,
        String more) {

    public BotStrip {
        slots = List.copyOf(slots);
        jobs = List.copyOf(jobs);
    }

    /** A slot of a bot. */
    public record Slot(int x, boolean isTaken) {}
}
