package dev.rota.jobs.farm;

import dev.rota.engine.Key;
import dev.rota.jobs.PayloadRow;
import java.nio.ByteBuffer;

/**
 * The payloads of a cohort's jobs. Only their sizes are in memory: a payload is written once, read when its job is
 * assigned, and deleted when the job ends.
 */
public final class Payloads implements JobIndex {

    private final Cohort cohort;
    private long bytes;

    Payloads(Cohort cohort) {
        this.cohort = cohort;
    }

    /**
     * Returns the size of the payloads of queued and assigned jobs, without those of adopted jobs, which no size limits.
     */
    public long bytes() {
        return bytes;
    }

    /** Stores the content of a new job. The job contains its payload's size, so an empty payload needs no row. */
    public void keep(Job job, JobContent content) {
        job.adopted = !content.source().isEmpty();
        if (hasRow(job)) {
            ByteBuffer payload = content.payload();
            cohort.step()
                    .table(JobsTables.PAYLOADS)
                    .insert(
                            Key.of(job.id),
                            new PayloadRow(
                                    payload == null ? ByteBuffer.allocate(0) : payload,
                                    content.key(),
                                    content.headers(),
                                    content.source()));
        }
    }

    private static boolean hasRow(Job job) {
        return job.payloadBytes > 0 || job.adopted;
    }

    /** Returns the content of a job. */
    public JobContent of(Job job) {
        if (!hasRow(job)) {
            return job.payloadBytes == Job.NO_PAYLOAD ? JobContent.NONE : JobContent.of(ByteBuffer.allocate(0));
        }
        PayloadRow row = cohort.step().table(JobsTables.PAYLOADS).get(Key.of(job.id));
        if (row == null) {
            throw new IllegalStateException("expected the payload of job " + job.id + ", but there is none");
        }
        return new JobContent(
                job.payloadBytes == Job.NO_PAYLOAD ? null : row.getPayload(),
                row.getKey(),
                row.getHeaders(),
                row.getSource());
    }

    @Override
    public void added(Job job) {
        bytes += counted(job);
    }

    private static int counted(Job job) {
        return job.adopted ? 0 : Math.max(0, job.payloadBytes);
    }

    @Override
    public void removed(Job job) {
        bytes -= counted(job);
        if (hasRow(job)) {
            cohort.step().table(JobsTables.PAYLOADS).delete(Key.of(job.id));
        }
    }
}
