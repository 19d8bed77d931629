package dev.rota.jobs.scheduler;

import dev.rota.engine.Nullable;
import dev.rota.jobs.Dependency;
import dev.rota.jobs.DependencyOn;
import dev.rota.jobs.JobEnd;
import dev.rota.jobs.JobStateKind;
import dev.rota.jobs.JobSubmitted;
import dev.rota.jobs.farm.Farm;
import dev.rota.jobs.farm.Job;
import dev.rota.jobs.farm.JobContent;
import dev.rota.jobs.farm.JobKind;
import dev.rota.jobs.farm.OpenDependency;
import java.util.List;

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
                                    + (known.isWaiting() ? "waiting" : known.bot == null ? "queued" : "assigned"));
            return false;
        }
        List<Dependency> after = submitted.getAfter();
        if (!areKnown(after)) {
            return false;
        }
        boolean adopted = farm.step().isAdopted();
        JobContent content = JobContent.of(submitted, adopted);
        // An adopted job is never refused for lack of room: intake waits instead.
        if (!adopted && !(hasRoom(content.payloadBytes()) && hasRoomFor(after))) {
            return false;
        }
        JobKind kind = farm.kinds.of(submitted.getInstance(), submitted.getRequirements());
        Job job = new Job(
                id,
                kind,
                submitted.getPriority(),
                farm.now(),
                hint(submitted),
                content.payloadBytes(),
                submitted.getExecutionTimeoutMs(),
                submitted.getQueueTimeoutMs());
        job.owner = submitted.getOwner();
        farm.payloads.keep(job, content);
        farm.add(job);
        if (!waits(job, after)) {
            farm.queue(job);
            leases.announcement().job(job, JobStateKind.QUEUED, null, "");
        }
        return true;
    }

    /** Returns whether each dependency is on a job that is there or remembered; rejects the job otherwise. */
    private boolean areKnown(List<Dependency> after) {
        for (Dependency dependency : after) {
            String id = dependency.getJob();
            if (farm.job(id) == null && farm.dependencies.ended(id) == null) {
                farm.step()
                        .reject(
                                JobsReason.DEPENDENCY_UNKNOWN,
                                "expected dependencies on jobs that are waiting, queued or assigned"
                                        + (farm.policy().getEndedKeptMs() == null ? "" : ", or whose end is remembered")
                                        + ", but " + id + " is not");
                return false;
            }
        }
        return true;
    }

    /** Returns whether the dependencies have room; rejects the job otherwise. */
    private boolean hasRoomFor(List<Dependency> after) {
        int open = farm.dependencies.open();
        if (after.size() > JobsLimits.DEPENDENCIES_OF_COHORT_MAX - open) {
            farm.step()
                    .reject(
                            JobsReason.QUEUE_FULL,
                            "expected at most " + JobsLimits.DEPENDENCIES_OF_COHORT_MAX
                                    + " open dependencies, but there are " + open + " and this job has "
                                    + after.size());
            return false;
        }
        return true;
    }

    /**
     * Lets a job wait for its dependencies; returns false if all are met. If one has failed already, the job is aborted
     * at once.
     */
    private boolean waits(Job job, List<Dependency> after) {
        String failed = null;
        for (Dependency dependency : after) {
            boolean anyEnd = dependency.getOn() == DependencyOn.END;
            String id = dependency.getJob();
            Job on = id.equals(job.id) ? null : farm.job(id);
            JobEnd end = on == null ? farm.dependencies.ended(id) : null;
            if (on != null) {
                farm.await(job, on, anyEnd);
            } else if (end != null && !anyEnd && !end.getSuccess() && failed == null) {
                failed = id;
            }
        }
        if (failed != null) {
            farm.await(job, null, false);
        }
        if (job.isWaiting()) {
            leases.announcement().job(job, JobStateKind.WAITING, null, after(farm.dependencies.of(job), failed));
        }
        if (failed != null) {
            leases.dependencyFailed(job, failed);
        }
        return failed != null || job.isWaiting();
    }

    /** Names the job that has failed, since the job will never run, or else the first that it waits for. */
    private static String after(List<OpenDependency> open, @Nullable String failed) {
        int others = open.size() - (failed == null ? 1 : 0);
        return "after job " + (failed == null ? open.get(0).on : failed)
                + (others == 0 ? "" : " and " + others + " more");
    }

    /** Returns whether one more job has room; rejects it otherwise. */
    private boolean hasRoom(int payloadBytes) {
        int queuedMax = farm.policy().getQueuedJobsMax();
        int queued = farm.queued() + farm.dependencies.waiting();
        if (queued >= queuedMax) {
            farm.step()
                    .reject(
                            JobsReason.QUEUE_FULL,
                            "expected fewer than " + queuedMax + " queued jobs, but there are " + queued);
            return false;
        }
        if (payloadBytes > farm.policy().getQueuedBytesMax() - farm.payloads.bytes() && payloadBytes > 0) {
            farm.step()
                    .reject(
                            JobsReason.QUEUE_FULL,
                            "expected at most " + farm.policy().getQueuedBytesMax()
                                    + " bytes of payload for queued and assigned jobs, but there are "
                                    + farm.payloads.bytes() + " and this job has " + payloadBytes);
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
                    .reject(
                            JobsReason.JOB_UNKNOWN,
                            "expected a job that is waiting, queued or assigned, but " + id + " is not");
        }
        return job;
    }
}
