package dev.rota.pages.domain.jobs;

import dev.rota.pages.domain.Lanes;
import java.util.List;

/**
 * A job's attempts.
 *
 * @param bot the bot that was asked about; empty if none was
 * @param match why the job does not run there; empty if nothing is known of that
 * @param matchUrl the page that says it of any time; empty if no bot was asked about
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
     * Who took a slot from whom.
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
