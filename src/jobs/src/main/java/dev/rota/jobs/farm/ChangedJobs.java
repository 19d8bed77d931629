package dev.rota.jobs.farm;

import dev.rota.engine.Key;
import dev.rota.engine.Step;
import dev.rota.engine.Table;
import dev.rota.jobs.JobRow;
import dev.rota.jobs.LookGroupRow;
import java.util.ArrayList;
import java.util.List;

/** The jobs and groups whose rows must be written at the end of a step. */
final class ChangedJobs {

    private final List<Job> changed = new ArrayList<>();
    private final List<JobGroup> groups = new ArrayList<>();

    void add(Job job) {
        if (!job.changed) {
            job.changed = true;
            changed.add(job);
        }
    }

    void add(JobGroup group) {
        if (!group.changed) {
            group.changed = true;
            groups.add(group);
        }
    }

    /** Writes the rows. A job that was created and ended within the step has none. */
    void write(Step step) {
        for (Job job : changed) {
            write(job, step.table(JobsTables.JOBS));
        }
        changed.clear();
        for (JobGroup group : groups) {
            write(group, step.table(JobsTables.LOOK_GROUPS));
        }
        groups.clear();
    }

    /** Writes a group's row. A group without jobs has none. */
    private static void write(JobGroup group, Table<LookGroupRow> table) {
        group.changed = false;
        if (group.size() > 0) {
            table.put(Key.of(group.number), group.row(), group.stored);
            group.stored = true;
        } else if (group.stored) {
            table.drop(Key.of(group.number));
            group.stored = false;
        }
    }

    private static void write(Job job, Table<JobRow> table) {
        job.changed = false;
        if (!job.ended) {
            job.rowRests = job.place == Job.Place.RESTING;
            table.put(Key.of(job.id), job.row(), job.stored);
            job.stored = true;
        } else if (job.stored) {
            table.drop(Key.of(job.id));
        }
    }
}
