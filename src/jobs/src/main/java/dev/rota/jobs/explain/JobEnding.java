package dev.rota.jobs.explain;

import dev.rota.engine.Answer;
import dev.rota.engine.Decision;
import dev.rota.engine.Nullable;
import dev.rota.engine.text.Phrases;
import dev.rota.jobs.JobStateEvent;

/** Describes how a job ended, from its decisions. */
final class JobEnding {

    private JobEnding() {}

    /** Describes how one decision ended the job, or returns null if it did not. */
    static @Nullable Answer of(Decision decision, String job) {
        if (!(decision.value() instanceof JobStateEvent event)
                || !event.getJob().equals(job)) {
            return null;
        }
        String end = switch (event.getKind()) {
            case COMPLETED -> "completed";
            case CANCELLED -> "was cancelled";
            case ABORTED -> "was aborted";
            case QUEUED, ASSIGNED, EVICTED, RETRIED, REPRIORITISED, WAITING -> null;
        };
        return end == null
                ? null
                : new Answer(
                        event.getKind().name(),
                        "job " + job + " of instance " + event.getInstance() + " " + end + " "
                                + Phrases.at(decision.time())
                                + (event.getBot() == null ? "" : " on bot " + event.getBot())
                                + (event.getStatus() == null ? "" : " with status " + event.getStatus())
                                + ", attempt " + event.getAttempt()
                                + (event.getReason().isEmpty() ? "" : ": " + event.getReason()));
    }
}
