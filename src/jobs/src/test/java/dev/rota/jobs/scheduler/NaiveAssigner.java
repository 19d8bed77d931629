package dev.rota.jobs.scheduler;

import dev.rota.engine.Ids;
import dev.rota.engine.Nullable;
import dev.rota.jobs.Assigner;
import dev.rota.jobs.BotStatus;
import dev.rota.jobs.Sampling;
import dev.rota.jobs.Strategy;
import dev.rota.jobs.Victims;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Runs the model's iterations: looks at one job after the other, each by itself. */
final class NaiveAssigner {

    private final NaiveFarm farm;
    private final Chance chance;

    /** Jobs that have failed in this step. Without this set, a backoff of 0 would let them be looked at again. */
    private final Set<NaiveJob> failed = new HashSet<>();

    NaiveAssigner(NaiveFarm farm, Chance chance) {
        this.farm = farm;
        this.chance = chance;
    }

    /** Runs iterations until no candidate is left, which ends a step. */
    void iterations() {
        failed.clear();
        boolean more = true;
        while (more) {
            farm.shares.settle();
            more = switch (farm.policy.getAssigner()) {
                case PRIORITY_AGE -> byPriorityOrAge();
                case COHORT -> byCohort();
                case SHARES -> byShare();
            };
        }
    }

    private boolean byPriorityOrAge() {
        NaiveJob job = candidate(order(), instance -> true);
        if (job == null) {
            return false;
        }
        if (mayHaveMore(job.instance)) {
            place(job, farm.belowMin(job.instance));
        } else {
            fail(job);
        }
        return true;
    }

    /** Places the first job that can be placed. */
    private boolean byShare() {
        for (NaiveJob job : farm.shares.inOrder(any -> true)) {
            if (choose(job) || (farm.belowMin(job.instance) && preempt(job))) {
                return true;
            }
        }
        return false;
    }

    private boolean byCohort() {
        NaiveJob owed = candidate(NaiveFarm.BY_PRIORITY, farm::belowMin);
        if (owed != null) {
            place(owed, true);
            return true;
        }
        NaiveJob allowed = candidate(NaiveFarm.BY_PRIORITY, farm::belowMax);
        if (allowed != null) {
            place(allowed, false);
        }
        return allowed != null;
    }

    /** Draws the order of one iteration, or of one fetch. */
    private Comparator<NaiveJob> order() {
        int percentage = farm.policy.getPriorityPercentage();
        boolean priority = percentage == 100 || (percentage != 0 && chance.percent() <= percentage);
        return priority ? NaiveFarm.BY_PRIORITY : NaiveFarm.BY_AGE;
    }

    private @Nullable NaiveJob candidate(Comparator<NaiveJob> order, Predicate<String> served) {
        Map<String, Boolean> asked = new HashMap<>();
        return farm.queued().stream()
                .filter(job -> job.scheduleAfter <= farm.now)
                .filter(job -> !failed.contains(job))
                .filter(job -> !farm.holds.instanceHeld(job.instance))
                .filter(job -> asked.computeIfAbsent(job.instance, served::test))
                .min(order)
                .orElse(null);
    }

    /** Returns the job that a fetch would take next, or null if there is none. */
    @Nullable
    NaiveJob fetched(Predicate<NaiveJob> eligible) {
        if (farm.shares.isOn()) {
            farm.shares.settle();
            return farm.shares.inOrder(eligible).stream().findFirst().orElse(null);
        }
        if (farm.policy.getAssigner() == Assigner.COHORT) {
            NaiveJob owed = first(NaiveFarm.BY_PRIORITY, job -> eligible.test(job) && farm.belowMin(job.instance));
            return owed != null
                    ? owed
                    : first(NaiveFarm.BY_PRIORITY, job -> eligible.test(job) && farm.belowMax(job.instance));
        }
        return first(order(), job -> eligible.test(job) && mayHaveMore(job.instance));
    }

    /** Returns whether an instance is below its maximum. An instance without a row has no maximum. */
    private boolean mayHaveMore(String instance) {
        return !farm.quotas.containsKey(instance) || farm.belowMax(instance);
    }

    private @Nullable NaiveJob first(Comparator<NaiveJob> order, Predicate<NaiveJob> eligible) {
        return farm.queued().stream()
                .filter(job -> !farm.holds.instanceHeld(job.instance))
                .filter(eligible)
                .min(order)
                .orElse(null);
    }

    private void place(NaiveJob job, boolean mayPreempt) {
        if (!choose(job) && !(mayPreempt && preempt(job))) {
            fail(job);
        }
    }

    private void fail(NaiveJob job) {
        job.scheduleAfter = farm.now + farm.policy.getFailureBackoffMs();
        job.tried = true;
        failed.add(job);
    }

    /** Assigns the job to a healthy bot that matches, or returns false if there is none. */
    private boolean choose(NaiveJob job) {
        List<NaiveBot> matching = new ArrayList<>(farm.bots.stream()
                .filter(bot -> bot.canRun(job))
                .sorted(Comparator.comparing(bot -> bot.id, Ids.BY_BYTES))
                .toList());
        List<NaiveBot> healthy =
                new ArrayList<>(matching.stream().filter(farm::healthy).toList());
        if (healthy.size() != 1 || !healthy.get(0).id.equals(job.avoid)) {
            matching.removeIf(bot -> bot.id.equals(job.avoid));
            healthy.removeIf(bot -> bot.id.equals(job.avoid));
        }
        if (healthy.isEmpty()) {
            return false;
        }
        NaiveBot sampled = sampled(job, matching);
        if (sampled != null) {
            farm.assign(job, sampled, Strategy.SAMPLING);
        } else {
            farm.assign(job, healthy.get(0), Strategy.CAPACITY);
        }
        return true;
    }

    /**
     * Returns the best bot of the first round that draws a healthy one, or null without sampling or if no round does.
     */
    private @Nullable NaiveBot sampled(NaiveJob job, List<NaiveBot> matching) {
        Sampling sampling = farm.policy.getSampling();
        if (sampling == null) {
            return null;
        }
        for (int round = 0; round < sampling.getMaxAttempts(); round++) {
            List<NaiveBot> drawn = matching;
            if (sampling.getSampleSize() < matching.size()) {
                drawn = chance.draw(matching, sampling.getSampleSize());
            }
            NaiveBot best = null;
            for (NaiveBot bot : drawn.stream()
                    .filter(farm::healthy)
                    .sorted(Comparator.comparing(one -> one.id, Ids.BY_BYTES))
                    .toList()) {
                if (best == null || score(sampling, job, bot) > score(sampling, job, best)) {
                    best = bot;
                }
            }
            if (best != null) {
                return best;
            }
        }
        return null;
    }

    private double score(Sampling sampling, NaiveJob job, NaiveBot bot) {
        boolean hit = job.hint != null
                && bot.hints.stream().limit(farm.policy.getLocalityHints()).anyMatch(job.hint::equals);
        return bot.priority * sampling.getPriorityWeight()
                + farm.spare(bot) * sampling.getCapacityWeight()
                + (hit ? 1 : 0) * sampling.getLocalityWeight();
    }

    /** Gives the job a victim's slot, or returns false if it may not preempt or there is no victim. */
    private boolean preempt(NaiveJob job) {
        if (farm.now - job.queuedAt < farm.policy.getPreemptionDelayMs()) {
            return false;
        }
        NaiveJob victim = farm.jobs.stream()
                .filter(other -> other.bot != null)
                .filter(other -> !other.instance.equals(job.instance))
                .filter(other -> farm.aboveMin(other.instance))
                .filter(other -> farm.policy.getVictims() == Victims.ANY || other.priority > job.priority)
                .filter(other -> mayGiveWay(NaiveFarm.holder(other), job))
                .filter(farm::mayLose)
                .max(farm.victims())
                .orElse(null);
        if (victim == null) {
            return false;
        }
        NaiveBot bot = NaiveFarm.holder(victim);
        farm.evict(victim, job);
        farm.assign(job, bot, Strategy.PREEMPTION);
        return true;
    }

    private boolean mayGiveWay(NaiveBot bot, NaiveJob preemptor) {
        return bot.status == BotStatus.OK && farm.spare(bot) >= 0 && bot.canRun(preemptor);
    }
}
