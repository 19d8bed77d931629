package dev.rota.pages.domain.jobs;

import dev.rota.pages.domain.Lanes;
import java.util.List;

/**
 * A job's attempts.
 *
 * @param bot the bot that the user selected; empty if none
 * @param match the reason why the job does not run there; empty if it is unknown
 * @param matchUrl the page that explains it for any time; empty if no bot was selected
 */
public record JobView(
        String unit,
        String job,
        Lanes lanes,
        List<AttemptLine> attempts,
        List<PreemptionLine> preemptions,
        String bot,
        String match,
        String matchUrl) {

    public JobView {
        attempts = List.copyOf(attempts);
        preemptions = List.copyOf(preemptions);
    }

    /** A stretch of time in the queue or on a bot. */
    public record AttemptLine(
            String attempt, String where, String whereUrl, String from, String lasted, String end, String endUrl) {}

    /**
     * A preemption: one job took the slot of another.
     *
     * @param isVictim whether this job was evicted for the other one
     */
    public record PreemptionLine(
            boolean isVictim,
            String other,
            String otherUrl,
            String bot,
            String botUrl,
            String time,
            String recordUrl) {}
}
