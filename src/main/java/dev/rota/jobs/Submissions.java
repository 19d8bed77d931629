package dev.rota.jobs;

import dev.rota.engine.Nullable;
import dev.rota.jobs.farm.Farm;
import dev.rota.jobs.farm.Job;
import dev.rota.jobs.farm.JobContent;
import dev.rota.jobs.farm.JobKind;

/** Handles clients' events: submissions, cancellations and other priorities. */
final class Submissions {

    private final Farm farm;
    private final Leases leases;

    Submissions(Farm farm, Leases leases) {
        this.farm = farm;
        this.leases = leases;
    }

    /** Returns whether the job is accepted. */
    boolean submit(String id, JobSubmitted submitted) {
        Job known = farm.job(id);
        if (known != null) {
            farm.step()
                    .reject(
                            JobsReason.JOB_EXISTS,
                            "expected a job that is new, but " + id + " is "
                                    + (known.bot == null ? "queued" : "assigned"));
            return false;
        }
        boolean adopted = farm.step().isAdopted();
        JobContent content = JobContent.of(submitted, adopted);
        // An adopted job is never refused for lack of room: intake waits instead.
        if (!adopted && !hasRoom(content.payloadBytes())) {
            return false;
        }
        JobKind kind = farm.kind(submitted.getInstance(), submitted.getRequirements());
        Job job = new Job(
                id,
                kind,
                submitted.getPriority(),
                farm.now(),
                hint(submitted),
                content.payloadBytes(),
                submitted.getExecutionTimeoutMs(),
                submitted.getQueueTimeoutMs());
        farm.payloads().keep(farm.step(), job, content);
        farm.add(job);
        farm.queue(job);
        leases.announcement().job(job, JobStateKind.QUEUED, null, "");
        return true;
    }

    /** Returns whether one more job has room; rejects it otherwise. */
    private boolean hasRoom(int payloadBytes) {
        int queuedMax = farm.policy().getQueuedJobsMax();
        if (farm.queued() >= queuedMax) {
            farm.step()
                    .reject(
                            JobsReason.QUEUE_FULL,
                            "expected fewer than " + queuedMax + " queued jobs, but there are " + farm.queued());
            return false;
        }
        if (payloadBytes > farm.policy().getQueuedBytesMax() - farm.payloads().bytes() && payloadBytes > 0) {
            farm.step()
                    .reject(
                            JobsReason.QUEUE_FULL,
                            "expected at most " + farm.policy().getQueuedBytesMax()
                                    + " bytes of payload for queued and assigned jobs, but there are "
                                    + farm.payloads().bytes() + " and this job has " + payloadBytes);
            return false;
        }
        return true;
    }

    private static @Nullable String hint(JobSubmitted submitted) {
        String hint = submitted.getLocalityHint();
        return hint == null || hint.isEmpty() ? null : hint;
    }

    /** Returns whether there is such a job. */
    boolean cancel(String id) {
        Job job = known(id);
        if (job != null) {
            leases.cancel(job);
        }
        return job != null;
    }

    /** Changes the priority of a job; returns whether there is such a job. */
    boolean reprioritise(String id, int priority) {
        Job job = known(id);
        if (job == null) {
            return false;
        }
        String reason = "priority " + priority + ", before " + job.priority;
        farm.reprioritise(job, priority);
        // without a bot: the job neither gets nor loses one
        leases.announcement().job(job, JobStateKind.REPRIORITISED, null, reason);
        return true;
    }

    /** Returns a job that has not ended, or rejects the event and returns null. */
    private @Nullable Job known(String id) {
        Job job = farm.job(id);
        if (job == null) {
            farm.step()
                    .reject(JobsReason.JOB_UNKNOWN, "expected a job that is queued or assigned, but " + id + " is not");
        }
        return job;
    }
}
