package dev.rota.client;

import dev.rota.engine.text.Printable;
import dev.rota.jobs.JobStateEvent;
import dev.rota.jobs.JobStateKind;
import java.time.Instant;

/** A step in the life of a job, from its event. */
public final class JobStep {

    /** The exit code of a job that did not complete. */
    private static final int NOT_COMPLETED = 1;

    private static final int CODE_MAX = 255;

    private final long time;
    private final JobStateEvent event;

    JobStep(long time, JobStateEvent event) {
        this.time = time;
        this.event = event;
    }

    public String job() {
        return event.getJob();
    }

    public String cohort() {
        return event.getCohort();
    }

    public String instance() {
        return event.getInstance();
    }

    public boolean isAssigned() {
        return event.getKind() == JobStateKind.ASSIGNED;
    }

    /** Returns whether the job completed with status OK and exit code 0. */
    public boolean isSuccess() {
        return event.getKind() == JobStateKind.COMPLETED && "OK".equals(event.getStatus()) && exitCode() == 0;
    }

    /** Returns whether the job waits for others. */
    public boolean isWaiting() {
        return event.getKind() == JobStateKind.WAITING;
    }

    /** Returns whether it is the last step, unless the id is used again. */
    public boolean isEnd() {
        return switch (event.getKind()) {
            case COMPLETED, CANCELLED, ABORTED -> true;
            case QUEUED, ASSIGNED, EVICTED, RETRIED, REPRIORITISED, WAITING -> false;
        };
    }

    /** Returns whether the job stays where it is: only its priority has changed. */
    public boolean stays() {
        return event.getKind() == JobStateKind.REPRIORITISED;
    }

    /** Returns the job's exit code, if this is the last step: 1 if it was cancelled or aborted. */
    public int exitCode() {
        if (event.getKind() != JobStateKind.COMPLETED) {
            return NOT_COMPLETED;
        }
        Integer code = event.getExitCode();
        return code == null ? 0 : Math.min(CODE_MAX, Math.abs(code));
    }

    /** Returns the step as a line of text. */
    public String line() {
        StringBuilder line = new StringBuilder();
        line.append(Instant.ofEpochMilli(time)).append("  ").append(Printable.of(event.getJob()));
        line.append("  ").append(event.getKind());
        if (event.getBot() != null) {
            line.append(preposition()).append("bot ").append(Printable.of(event.getBot()));
        }
        line.append(", attempt ").append(event.getAttempt());
        if (event.getStatus() != null) {
            line.append(", status ").append(Printable.of(event.getStatus()));
        }
        if (event.getExitCode() != null) {
            line.append(", exit code ").append(event.getExitCode());
        }
        if (!event.getReason().isEmpty()) {
            line.append(": ").append(Printable.of(event.getReason()));
        }
        return line.toString();
    }

    private String preposition() {
        return switch (event.getKind()) {
            case QUEUED, ASSIGNED, REPRIORITISED, WAITING -> " to ";
            case COMPLETED -> " by ";
            case EVICTED, RETRIED, CANCELLED, ABORTED -> " from ";
        };
    }
}
