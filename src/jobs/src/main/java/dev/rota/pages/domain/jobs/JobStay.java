package dev.rota.pages.domain.jobs;

import dev.rota.engine.Nullable;
import dev.rota.jobs.JobStateEvent;
import dev.rota.pages.Show;
import dev.rota.pages.domain.Decided;
import dev.rota.pages.domain.LaneDrawing.Stretch;

/**
 * A stretch of time that a job waited for others, or spent in the queue or on a bot.
 *
 * @param bot the bot; null if it was on none
 * @param begin the state change that began the stay
 * @param end the state change that ended the stay; null if it has not ended
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

    /** Returns whether the stay ended by anything but completion, assignment, or the end of the jobs it waited for. */
    boolean isCut() {
        return end != null
                && !end.entry().kind().equals("COMPLETED")
                && !end.entry().kind().equals("ASSIGNED")
                && !end.entry().kind().equals("QUEUED");
    }

    /** Returns whether the job waited for others to end, and was not queued. */
    boolean isForOthers() {
        return begin.entry().kind().equals("WAITING");
    }

    /** Returns the drawing of the stay, whose title begins with {@code what}. */
    Stretch stretch(long now, String what) {
        return new Stretch(
                from(), until(now), bot == null ? "wait" : "run", what + ": " + Show.text(ending()), isCut());
    }

    /** Returns how the stay ended, in the words of the decision. */
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
