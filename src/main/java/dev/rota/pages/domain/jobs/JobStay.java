package dev.rota.pages.domain.jobs;

import dev.rota.engine.Nullable;
import dev.rota.jobs.JobStateEvent;
import dev.rota.pages.Show;
import dev.rota.pages.domain.Decided;
import dev.rota.pages.domain.LaneDrawing.Stretch;

/**
 * A stretch of time that a job spent in the queue or on a bot.
 *
 * @param bot null: in the queue
 * @param begin what it began with
 * @param end what it ended with; null: it has not
 */
record JobStay(
        String job,
        @Nullable String bot,
        Decided begin,
        @Nullable Decided end) {

    long from() {
        return begin.entry().time();
    }

    long until(long now) {
        return end == null ? Math.max(now, from()) : end.entry().time();
    }

    int attempt() {
        return begin.as(JobStateEvent.class).getAttempt();
    }

    /** Whether it ended other than by completing or, in the queue, by an assignment. */
    boolean isCut() {
        return end != null
                && !end.entry().kind().equals("COMPLETED")
                && !end.entry().kind().equals("ASSIGNED");
    }

    /** The stay as it is drawn; {@code what} begins the title. */
    Stretch stretch(long now, String what) {
        return new Stretch(
                from(), until(now), bot == null ? "wait" : "run", what + ": " + Show.text(ending()), isCut());
    }

    /** How it ended, in the words of the decision. */
    String ending() {
        if (end == null) {
            return bot == null ? "waits" : "runs";
        }
        JobStateEvent ended = end.as(JobStateEvent.class);
        String status = ended.getStatus();
        String reason = ended.getReason();
        return end.entry().kind()
                + (status == null || status.isEmpty() ? "" : " with " + status)
                + (reason.isEmpty() ? "" : ": " + reason);
    }
}
