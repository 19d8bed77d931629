package dev.rota.jobs.scheduler;

import dev.rota.engine.Ids;
import dev.rota.engine.Nullable;
import dev.rota.jobs.Dependency;
import dev.rota.jobs.DependencyOn;
import dev.rota.jobs.JobStateKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The model's dependencies between jobs, and the ends that it remembers. */
final class NaiveLinks {

    /** A job that must end before another. */
    record Link(NaiveJob on, boolean anyEnd) {}

    /** The end of a job, and until when it is remembered. */
    record End(NaiveJob job, long until, boolean success) {}

    private final NaiveFarm farm;

    /** Ends whose dependants have not been handled, in order. */
    private final List<End> fresh = new ArrayList<>();

    /** All ends that are remembered, in order. */
    private final List<End> remembered = new ArrayList<>();

    NaiveLinks(NaiveFarm farm) {
        this.farm = farm;
    }

    void ended(NaiveJob job, boolean success) {
        Long kept = farm.policy.getEndedKeptMs();
        End end = new End(job, kept == null ? farm.now : farm.now + kept, success);
        fresh.add(end);
        if (kept != null) {
            remembered.add(end);
        }
    }

    /** Returns the latest end of a job of this id, or null if none is remembered. */
    private @Nullable End end(String id) {
        return remembered.stream()
                .filter(end -> end.job.id.equals(id))
                .reduce((first, second) -> second)
                .filter(end -> farm.now < end.until)
                .orElse(null);
    }

    boolean areKnown(List<Dependency> after) {
        return after.stream()
                .allMatch(dependency -> farm.job(dependency.getJob()) != null || end(dependency.getJob()) != null);
    }

    /** Adds a job, which is queued, waits, or fails. */
    void begin(NaiveJob job, List<Dependency> after) {
        boolean failed = false;
        for (Dependency dependency : after) {
            boolean anyEnd = dependency.getOn() == DependencyOn.END;
            NaiveJob on = farm.job(dependency.getJob());
            End end = end(dependency.getJob());
            if (on != null) {
                job.links.add(new Link(on, anyEnd));
            } else if (end == null || (!end.success && !anyEnd)) {
                failed = true;
            }
        }
        job.waiting = failed || !job.links.isEmpty();
        farm.jobs.add(job);
        farm.tell(job, job.waiting ? JobStateKind.WAITING : JobStateKind.QUEUED, null, null, "");
        if (failed) {
            fail(job);
        }
    }

    private void fail(NaiveJob job) {
        job.links.clear();
        farm.end(job, false);
        farm.tell(job, JobStateKind.ABORTED, null, null, "DEPENDENCY_FAILED");
    }

    /** Queues and fails jobs until none waits for a job that has ended; returns whether any job had ended. */
    boolean settle() {
        boolean any = false;
        while (!fresh.isEmpty()) {
            End end = fresh.remove(0);
            List<NaiveJob> waiting = farm.jobs.stream()
                    .filter(job -> job.links.stream().anyMatch(link -> link.on == end.job))
                    .sorted(Comparator.comparing(job -> job.id, Ids.BY_BYTES))
                    .toList();
            for (NaiveJob job : waiting) {
                farm.shares.settle();
                any = true;
                boolean met = end.success || job.links.stream().allMatch(link -> link.on != end.job || link.anyEnd);
                job.links.removeIf(link -> link.on == end.job);
                if (!met) {
                    fail(job);
                } else if (job.links.isEmpty()) {
                    job.waiting = false;
                    job.queuedAt = farm.now;
                    job.queuedSince = farm.now;
                    job.scheduleAfter = farm.now;
                    farm.tell(job, JobStateKind.QUEUED, null, null, "");
                }
            }
        }
        return any;
    }
}
