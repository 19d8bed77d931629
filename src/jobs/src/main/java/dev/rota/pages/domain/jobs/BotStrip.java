package dev.rota.pages.domain.jobs;

import dev.rota.pages.domain.Slots;
import dev.rota.pages.view.Link;
import java.util.List;

/**
 * A bot as a strip of its slots.
 *
 * @param isTroubled whether it is present but gets no jobs
 * @param jobs its first jobs
 * @param more the number of its further jobs; empty if there are none
 */
public record BotStrip(
        String bot,
        String url,
        String state,
        boolean isTroubled,
        String instance,
        String taken,
        Slots slots,
        List<Link> jobs,
        String more) {

    public BotStrip {
        jobs = List.copyOf(jobs);
    }
}
