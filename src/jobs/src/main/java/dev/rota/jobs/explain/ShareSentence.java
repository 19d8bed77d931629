package dev.rota.jobs.explain;

import dev.rota.engine.Nullable;
import dev.rota.engine.text.Phrases;
import dev.rota.jobs.farm.Farm;
import dev.rota.jobs.farm.Instance;
import dev.rota.jobs.farm.Job;
import dev.rota.jobs.farm.UsedTime;

/** Explains what an instance or an owner has used under the assigner SHARES, or that the assigner does not look at it. */
final class ShareSentence {

    /** The number of owners that are counted, since a scheduler may be waiting for the sentence. */
    private static final int COUNTED_MAX = 10_000;

    private ShareSentence() {}

    /** Returns a clause about a queued job, or null if it has neither a weight nor an owner, and no assigner shares. */
    static @Nullable String of(Farm farm, Job job) {
        UsedTime used = UsedTime.of(farm, farm.now());
        Instance instance = job.kind.instance;
        if (used == null) {
            String unused = unused(farm, instance, job.owner);
            return unused.isEmpty() ? null : unused;
        }
        int before = used.before(job);
        return "the assigner is SHARES: " + has(used, instance) + ", and "
                + (before == 0
                        ? "no instance that waits comes before it"
                        : Phrases.count(before, "instance") + (before == 1 ? " that waits comes" : " that wait come")
                                + " before it")
                + "; of its instance "
                + (job.owner == null ? "the jobs without an owner have" : "owner " + job.owner + " has")
                + " used " + used.ofOwner(job) + " ms; " + ownersBefore(used.ownersBefore(job, COUNTED_MAX), job);
    }

    private static String ownersBefore(@Nullable Integer before, Job job) {
        String jobs = "jobs of priority " + job.priority;
        if (before == null) {
            return "more than " + COUNTED_MAX + " owners have " + jobs + " queued, so those before it are not counted";
        }
        return "by that, "
                + (before == 0
                        ? "no other owner with " + jobs + " comes before it"
                        : Phrases.count(before, "other owner") + " with " + jobs
                                + (before == 1 ? " comes before it" : " come before it"));
    }

    /** Returns a clause about an instance, or nothing. */
    static String of(Farm farm, Instance instance) {
        UsedTime used = UsedTime.of(farm, farm.now());
        if (used != null) {
            return "; the assigner is SHARES: " + has(used, instance);
        }
        String unused = unused(farm, instance, null);
        return unused.isEmpty() ? "" : "; " + unused;
    }

    private static String has(UsedTime used, Instance instance) {
        return "with a weight of " + instance.weight() + " instance " + instance.name + " has used " + used.of(instance)
                + " ms of the slots' time and has " + instance.usage + " assigned";
    }

    private static String unused(Farm farm, Instance instance, @Nullable String owner) {
        String weight = instance.weight() == 1 ? "" : "its instance's weight of " + instance.weight();
        String whose = owner == null ? "" : "its owner " + owner;
        String both = weight + (weight.isEmpty() || whose.isEmpty() ? "" : " and ") + whose;
        return both.isEmpty()
                ? ""
                : both + (weight.isEmpty() || whose.isEmpty() ? " means" : " mean") + " nothing to the assigner "
                        + farm.policy().getAssigner();
    }
}
