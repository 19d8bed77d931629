package dev.rota.jobs;

import dev.rota.engine.Nullable;
import java.util.List;

/** A job of the model that is queued or assigned. */
final class NaiveJob {

    final String id;
    final String instance;
    final int priority;
    final List<Property> requirements;

    @Nullable
    final String hint;

    final long queuedAt;

    long scheduleAfter;
    int attempt = 1;
    boolean tried;

    /** The bot to avoid. */
    @Nullable
    String avoid;

    /** Whose bot it is; null: it is queued. */
    @Nullable
    NaiveBot bot;

    long lease;
    long assignedAt;

    NaiveJob(String id, JobSubmitted submitted, long now) {
        this.id = id;
        this.instance = submitted.getInstance();
        this.priority = submitted.getPriority();
        this.requirements = submitted.getRequirements();
        String given = submitted.getLocalityHint();
        this.hint = given == null || given.isEmpty() ? null : given;
        this.queuedAt = now;
        this.scheduleAfter = now;
    }
}
