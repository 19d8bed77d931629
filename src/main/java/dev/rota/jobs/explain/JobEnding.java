package dev.rota.jobs.explain;

import dev.rota.engine.Decision;
import dev.rota.engine.Nullable;
import dev.rota.jobs.JobStateEvent;

/** How a job has ended, by what was said of it. */
public final class JobEnding {

    private JobEnding() {}

    /** What a decision says of a job's end; null: it says nothing of that. */
    public static @Nullable String of(Decision decision, String job) {
        if (!(decision.value() instanceof JobStateEvent event)
                || !event.getJob().equals(job)) {
            return null;
        }
        String end = switch (event.getKind()) {
            case COMPLETED -> "completed";
            case CANCELLED -> "was cancelled";
            case ABORTED -> "was aborted";
            case QUEUED, ASSIGNED, EVICTED, RETRIED -> null;
        };
        return end == null
                ? null
                : "job " + job + " of instance " + event.getInstance() + " " + end + " " + Words.at(decision.time())
                        + (event.getBot() == null ? "" : " on bot " + event.getBot())
                        + (event.getStatus() == null ? "" : " with status " + event.getStatus())
                        + ", attempt " + event.getAttempt()
                        + (event.getReason().isEmpty() ? "" : ": " + event.getReason());
    }
}
