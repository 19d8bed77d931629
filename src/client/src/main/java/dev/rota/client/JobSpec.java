package dev.rota.client;

import dev.rota.engine.Nullable;
import dev.rota.jobs.JobSubmitted;
import dev.rota.jobs.Property;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;

/**
 * The common parameters of several submitted jobs.
 *
 * @param label a label of the cohort
 * @param executionTimeout how long a lease may last, or null if the policy decides
 * @param queueTimeout how long a job may be queued, or null if the policy decides
 * @param after the jobs that must end first
 * @param owner the owner of the jobs, or null if they have none
 */
public record JobSpec(
        String label,
        String instance,
        int priority,
        List<Property> requirements,
        @Nullable String localityHint,
        @Nullable Duration executionTimeout,
        @Nullable Duration queueTimeout,
        List<JobAfter> after,
        @Nullable String owner) {

    public JobSpec {
        after = List.copyOf(after);
    }

    /** Returns the same parameters with other dependencies and another priority. */
    public JobSpec with(int itsPriority, List<JobAfter> itsAfter) {
        return new JobSpec(
                label,
                instance,
                itsPriority,
                requirements,
                localityHint,
                executionTimeout,
                queueTimeout,
                itsAfter,
                owner);
    }

    /** Returns the event that submits a job. */
    JobSubmitted submitted(@Nullable ByteBuffer payload) {
        return JobSubmitted.newBuilder()
                .setInstance(instance)
                .setPriority(priority)
                .setRequirements(requirements)
                .setLocalityHint(localityHint)
                .setPayload(payload)
                .setExecutionTimeoutMs(executionTimeout == null ? null : Long.valueOf(executionTimeout.toMillis()))
                .setQueueTimeoutMs(queueTimeout == null ? null : Long.valueOf(queueTimeout.toMillis()))
                .setAfter(after.stream().map(JobAfter::dependency).toList())
                .setOwner(owner)
                .build();
    }
}
