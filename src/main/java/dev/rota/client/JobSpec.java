package dev.rota.client;

import dev.rota.engine.Nullable;
import dev.rota.jobs.JobSubmitted;
import dev.rota.jobs.Property;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;

/**
 * What several submitted jobs have in common.
 *
 * @param label names the cohort
 * @param executionTimeout null: as the policy says
 * @param queueTimeout null: as the policy says
 */
public record JobSpec(
        String label,
        String instance,
        int priority,
        List<Property> requirements,
        @Nullable String localityHint,
        @Nullable Duration executionTimeout,
        @Nullable Duration queueTimeout) {

    /** Its jobs' event of submission. */
    JobSubmitted submitted(@Nullable ByteBuffer payload) {
        return new JobSubmitted(
                instance,
                priority,
                requirements,
                localityHint,
                payload,
                executionTimeout == null ? null : Long.valueOf(executionTimeout.toMillis()),
                queueTimeout == null ? null : Long.valueOf(queueTimeout.toMillis()));
    }
}
