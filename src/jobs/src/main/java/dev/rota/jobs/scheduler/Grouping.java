package dev.rota.jobs.scheduler;

import dev.rota.jobs.farm.Farm;
import dev.rota.jobs.farm.Job;
import dev.rota.jobs.farm.JobGroup;
import dev.rota.jobs.farm.JobKind;
import dev.rota.jobs.farm.KindQueue;
import dev.rota.jobs.farm.Order;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes one group of the jobs of a kind that failed in the same step, unless their next look follows from their rows. If
 * groups are among them, the largest of these takes the others in, since the rows of all jobs that join it change.
 */
final class Grouping {

    /** The fewest jobs that become a group; for fewer, its row would not be worth it. */
    private static final int GROUP_MIN = 4;

    private static final Comparator<JobGroup> LARGEST_FIRST =
            Comparator.comparingInt(JobGroup::size).reversed().thenComparingLong(JobGroup::number);

    /** The failed jobs and groups of one kind. */
    private static final class Failed {
        final List<Job> jobs = new ArrayList<>();
        final List<JobGroup> groups = new ArrayList<>();
    }

    private final Farm farm;
    private final List<Job> jobs = new ArrayList<>();
    private final List<JobGroup> groups = new ArrayList<>();

    Grouping(Farm farm) {
        this.farm = farm;
    }

    /** Adds a failed job that is in no group and whose row is written in this step. */
    void add(Job job) {
        jobs.add(job);
    }

    /** Adds a failed group. */
    void add(JobGroup group) {
        groups.add(group);
    }

    /** Forms the groups, at the end of the step. In most steps too few jobs have failed. */
    void group() {
        if (!groups.isEmpty() || jobs.size() >= GROUP_MIN) {
            group(byKind());
        }
        jobs.clear();
        groups.clear();
    }

    private Collection<Failed> byKind() {
        Map<JobKind, Failed> byKind = new LinkedHashMap<>();
        jobs.forEach(job ->
                byKind.computeIfAbsent(job.kind, key -> new Failed()).jobs.add(job));
        groups.forEach(group ->
                byKind.computeIfAbsent(group.kind, key -> new Failed()).groups.add(group));
        return byKind.values();
    }

    /**
     * New groups are numbered in the order of their oldest jobs. The numbers are in rows, which must follow from the log
     * alone; the order of the kinds in memory does not.
     */
    private void group(Collection<Failed> byKind) {
        byKind.stream()
                .filter(failed -> !failed.groups.isEmpty())
                .forEach(failed -> group(failed, Collections.min(failed.groups, LARGEST_FIRST)));
        byKind.stream()
                .filter(failed -> failed.groups.isEmpty() && failed.jobs.size() >= GROUP_MIN)
                .sorted(Comparator.comparing(failed -> Collections.min(failed.jobs, Order.AGE), Order.AGE))
                .forEach(failed -> group(failed, create(failed.jobs.get(0))));
    }

    private JobGroup create(Job first) {
        return farm.queueOf(first.kind).groups().create(farm.row().nextLookGroup(), first.scheduleAfter);
    }

    private void group(Failed failed, JobGroup largest) {
        KindQueue queue = farm.queueOf(largest.kind);
        queue.move(failed.jobs, largest);
        if (!largest.isStored()) {
            farm.save(largest);
        }
        for (JobGroup group : failed.groups) {
            if (group != largest) {
                queue.groups().merge(group, largest).forEach(farm::save);
                farm.save(group);
            }
        }
    }
}
