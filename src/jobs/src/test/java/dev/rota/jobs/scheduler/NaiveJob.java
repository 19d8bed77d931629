package dev.rota.jobs.scheduler;

import dev.rota.engine.Nullable;
import dev.rota.jobs.JobSubmitted;
import dev.rota.jobs.Property;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A job of the model that is queued or assigned. */
public final class NaiveJob {

    public final String id;
    public final String instance;
    public int priority;
    final List<Property> requirements;

    @Nullable
    final String hint;

    /** Null if the job has no payload, or an empty one. */
    @Nullable
    final ByteBuffer payload;

    /** The submission that repeats an adopted record; null if there is none. */
    @Nullable
    final JobSubmitted adoptedFrom;

    public long queuedAt;

    public long scheduleAfter;
    int attempt = 1;
    boolean tried;

    /** The bot to avoid. */
    @Nullable
    String avoid;

    /** The bot to which the job is assigned, or null while it is queued. */
    @Nullable
    public NaiveBot bot;

    /** The time at which it last became queued: submitted, retried or evicted. */
    long queuedSince;

    /** Null if the policy's timeout applies. */
    @Nullable
    final Long executionTimeoutMs;

    /** Null if the policy's timeout applies. */
    @Nullable
    final Long queueTimeoutMs;

    /** The job that was evicted for this job's lease. */
    @Nullable
    public String preempted;

    /** The job that got this job's slot when this job was last evicted. */
    @Nullable
    public String replacedBy;

    /** The jobs for which it still waits, in the order in which it names them. */
    final List<NaiveLinks.Link> links = new ArrayList<>();

    public boolean waiting;

    /** Null if nobody is named. */
    @Nullable
    final String owner;

    long lease;
    public long assignedAt;

    NaiveJob(String id, JobSubmitted submitted, long now, boolean adopted) {
        this.id = id;
        this.instance = submitted.getInstance();
        this.priority = submitted.getPriority();
        this.requirements = submitted.getRequirements();
        String given = submitted.getLocalityHint();
        this.hint = given == null || given.isEmpty() ? null : given;
        ByteBuffer work = submitted.getPayload();
        this.payload = work;
        this.adoptedFrom = adopted ? submitted : null;
        this.queuedAt = now;
        this.queuedSince = now;
        this.executionTimeoutMs = submitted.getExecutionTimeoutMs();
        this.queueTimeoutMs = submitted.getQueueTimeoutMs();
        this.scheduleAfter = now;
        this.owner = submitted.getOwner();
    }
}
