package dev.rota.jobs.farm;

import dev.rota.engine.Key;
import dev.rota.engine.Step;
import dev.rota.engine.Table;
import dev.rota.jobs.JobRow;
import java.util.ArrayList;
import java.util.List;

/** Jobs whose rows must be written at the end of a step. */
final class ChangedJobs {

    private final List<Job> changed = new ArrayList<>();

    void add(Job job) {
        if (!job.changed) {
            job.changed = true;
            changed.add(job);
        }
    }

    boolean isEmpty() {
        return changed.isEmpty();
    }

    /** Writes their rows. A job that was created and ended within the step has none. */
    void write(Step step) {
        for (Job job : changed) {
            write(job, step.table(JobsTables.JOBS));
        }
        changed.clear();
    }

    private static void write(Job job, Table<JobRow> table) {
        job.changed = false;
        if (!job.ended) {
            job.rowRests = job.line == job.kind.resting;
            table.put(Key.of(job.id), job.row(), job.stored);
            job.stored = true;
        } else if (job.stored) {
            table.drop(Key.of(job.id));
        }
    }
}
