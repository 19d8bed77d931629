package dev.rota.jobs.farm;

import dev.rota.engine.Key;
import dev.rota.engine.Nullable;
import dev.rota.engine.Step;
import dev.rota.jobs.PayloadRow;
import java.nio.ByteBuffer;

/**
 * The payloads of a cohort's jobs. Only their sizes are in memory: a payload is written once, read when its job is
 * assigned, and deleted when the job ends.
 */
public final class Payloads {

    private long bytes;

    Payloads() {}

    /** Returns the size of the payloads of queued and assigned jobs. */
    public long bytes() {
        return bytes;
    }

    /** Stores a new job's payload. The job contains its size, so an empty payload needs no row. */
    public void keep(Step step, Job job, ByteBuffer payload) {
        step.table(JobsTables.PAYLOADS).insert(Key.of(job.id), new PayloadRow(payload));
    }

    /** Returns a job's payload, or null if it has none. */
    @Nullable
    public ByteBuffer of(Step step, Job job) {
        if (job.payloadBytes <= 0) {
            return job.payloadBytes == Job.NO_PAYLOAD ? null : ByteBuffer.allocate(0);
        }
        PayloadRow row = step.table(JobsTables.PAYLOADS).get(Key.of(job.id));
        if (row == null) {
            throw new IllegalStateException("expected the payload of job " + job.id + ", but there is none");
        }
        return row.getPayload();
    }

    void added(Job job) {
        bytes += Math.max(0, job.payloadBytes);
    }

    void ended(Step step, Job job) {
        if (job.payloadBytes > 0) {
            bytes -= job.payloadBytes;
            step.table(JobsTables.PAYLOADS).delete(Key.of(job.id));
        }
    }
}
