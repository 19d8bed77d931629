package dev.rota.jobs.farm;

import dev.rota.engine.Nullable;
import dev.rota.jobs.Header;
import dev.rota.jobs.JobSubmitted;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The part of a submission that the job's bot gets.
 *
 * @param key the key of the record from which the job was adopted
 * @param source the coordinates of that record; empty if the job was not adopted
 */
public record JobContent(
        @Nullable ByteBuffer payload, @Nullable ByteBuffer key, List<Header> headers, String source) {

    /** The content of a job without a payload, which was not adopted. */
    public static final JobContent NONE = new JobContent(null, null, List.of(), "");

    public JobContent {
        headers = List.copyOf(headers);
    }

    /** Returns the content of a job that was not adopted. */
    static JobContent of(@Nullable ByteBuffer payload) {
        return new JobContent(payload, null, List.of(), "");
    }

    /**
     * Returns the content of a submission.
     *
     * @param adopted whether intake made it; a client cannot claim that its job was adopted
     */
    public static JobContent of(JobSubmitted submitted, boolean adopted) {
        return adopted
                ? new JobContent(
                        submitted.getPayload(), submitted.getKey(), submitted.getHeaders(), submitted.getSource())
                : of(submitted.getPayload());
    }

    /** Returns the size of the payload; {@link Job#NO_PAYLOAD} if there is none. */
    public int payloadBytes() {
        return payload == null ? Job.NO_PAYLOAD : payload.remaining();
    }
}
