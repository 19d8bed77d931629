package dev.rota.jobs.explain;

import dev.rota.engine.Nullable;
import dev.rota.engine.text.Phrases;
import dev.rota.jobs.farm.Farm;
import dev.rota.jobs.farm.Job;
import dev.rota.jobs.farm.JobKind;
import dev.rota.jobs.farm.Order;
import dev.rota.jobs.farm.Platform;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The numbers of queued jobs that precede a job, among those of kinds that share a bot with its own.
 * @param byPriority null if the policy never orders by priority, or shares slot time
 * @param byAge null if the policy never orders by age
 */
record JobsAhead(@Nullable Long byPriority, @Nullable Long byAge) {

    static JobsAhead of(Farm farm, Job job) {
        if (farm.shares.isOn()) {
            return new JobsAhead(null, null);
        }
        int percentage = farm.priorityPercentage();
        return new JobsAhead(
                percentage > 0 ? count(farm, job, Order.PRIORITY) : null,
                percentage < 100 ? count(farm, job, Order.AGE) : null);
    }

    private static long count(Farm farm, Job job, Order order) {
        int tier = farm.service.tier(job.kind.instance);
        long count = 0;
        for (JobKind kind : sharing(job.kind)) {
            int its = farm.service.tier(kind.instance);
            if (its < tier) {
                count += farm.queueOf(kind).queued();
            } else if (its == tier) {
                count += count(farm.queueOf(kind).queued(order), job, order);
            }
        }
        return count;
    }

    private static long count(Iterator<Job> jobs, Job job, Order order) {
        long count = 0;
        while (jobs.hasNext() && order.compare(jobs.next(), job) < 0) {
            count++;
        }
        return count;
    }

    /** Returns the kinds that some bot can run that can also run this one. */
    private static Set<JobKind> sharing(JobKind kind) {
        Set<JobKind> sharing = new LinkedHashSet<>();
        for (Platform platform : kind.platforms) {
            if (platform.hasBots()) {
                sharing.addAll(platform.kinds);
            }
        }
        return sharing;
    }

    /** Returns a clause with the numbers. */
    String sentence() {
        if (byPriority == null && byAge == null) {
            return "what is ahead of it changes with the time that others use";
        }
        List<String> counts = new ArrayList<>();
        if (byPriority != null) {
            counts.add(jobs(byPriority) + " ahead of it by priority");
        }
        if (byAge != null) {
            counts.add(jobs(byAge) + " ahead of it by age");
        }
        return "of all kinds that share a bot with it " + String.join(" and ", counts);
    }

    private static String jobs(long count) {
        return count == 0 ? "no job is" : Phrases.count(count, "job") + (count == 1 ? " is" : " are");
    }
}
