package dev.rota.jobs;

import dev.rota.jobs.farm.Farm;
import dev.rota.jobs.farm.Job;
import dev.rota.jobs.farm.JobKind;
import dev.rota.jobs.farm.LookGroup;
import dev.rota.jobs.farm.Order;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Jobs of a kind that have failed in the same step, at a time that does not follow from their rows: they become one
 * group. The largest one grows, since the rows of all others change.
 */
final class FailedTogether {

    /** From so many jobs on, a group is made: its row is little beside those of its jobs. */
    private static final int GROUP_MIN = 4;

    private static final Comparator<LookGroup> LARGEST_FIRST =
            Comparator.comparingInt(LookGroup::size).reversed().thenComparingLong(group -> group.number);

    private static final class Failed {
        final List<Job> jobs = new ArrayList<>();
        final List<LookGroup> groups = new ArrayList<>();
    }

    private final Farm farm;
    private final List<Job> jobs = new ArrayList<>();
    private final List<LookGroup> groups = new ArrayList<>();

    FailedTogether(Farm farm) {
        this.farm = farm;
    }

    /** Adds a job that has failed, is in no group, and whose row is written in this step. */
    void add(Job job) {
        jobs.add(job);
    }

    /** Adds a group that has failed. */
    void add(LookGroup group) {
        groups.add(group);
    }

    /** Makes them groups, at the end of the step. In most steps too few jobs fail for one. */
    void join() {
        if (!groups.isEmpty() || jobs.size() >= GROUP_MIN) {
            join(byKind());
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
     * The numbers of groups stand in rows, which follow from the log alone; in which order the kinds came to be known does
     * not.
     */
    private void join(Collection<Failed> byKind) {
        byKind.stream()
                .filter(failed -> !failed.groups.isEmpty())
                .forEach(failed -> join(Collections.min(failed.groups, LARGEST_FIRST), failed));
        byKind.stream()
                .filter(failed -> failed.groups.isEmpty() && failed.jobs.size() >= GROUP_MIN)
                .sorted(Comparator.comparing(failed -> Collections.min(failed.jobs, Order.AGE), Order.AGE))
                .forEach(failed -> join(create(failed.jobs.get(0)), failed));
    }

    private LookGroup create(Job first) {
        return farm.grouping().create(first.kind, first.scheduleAfter);
    }

    private void join(LookGroup largest, Failed failed) {
        farm.grouping().join(largest, failed.jobs);
        for (LookGroup group : failed.groups) {
            if (group != largest) {
                farm.grouping().join(largest, group);
            }
        }
    }
}
