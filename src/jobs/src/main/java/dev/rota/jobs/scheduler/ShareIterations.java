package dev.rota.jobs.scheduler;

import dev.rota.engine.Nullable;
import dev.rota.jobs.Strategy;
import dev.rota.jobs.farm.Bot;
import dev.rota.jobs.farm.Farm;
import dev.rota.jobs.farm.Instance;
import dev.rota.jobs.farm.Job;
import dev.rota.jobs.farm.JobKind;

/**
 * The assigner SHARES: as long as a queued job can be placed, places the first of them in the order of {@link
 * dev.rota.jobs.farm.Shares}. A job can be placed if a bot has room for it, or if its instance is below its minimum and it
 * may preempt. Jobs that cannot be placed do not fail and do not back off, so only changes of the farm matter, and the
 * times from which a job may preempt.
 */
final class ShareIterations {

    /** A job that may preempt another. */
    private record Claim(Job job, Job victim) {}

    private final Farm farm;
    private final Leases leases;
    private final BotChooser chooser;

    private ShareIterations(Farm farm, Leases leases) {
        this.farm = farm;
        this.leases = leases;
        this.chooser = new BotChooser(farm);
    }

    /** Runs until no job can be placed or the step has no room; returns whether it finished. */
    static boolean run(Farm farm, Leases leases) {
        ShareIterations iterations = new ShareIterations(farm, leases);
        while (farm.hasRoom()) {
            if (!iterations.place()) {
                return true;
            }
        }
        return false;
    }

    /** Places the first job that can be placed; returns whether there is one. */
    private boolean place() {
        Job job = farm.shares.order().first();
        Claim claim = claim();
        if (claim != null && (job == null || farm.shares.precedes(claim.job, job))) {
            Bot bot = leases.evict(claim.victim, claim.job);
            leases.assign(claim.job, bot, Strategy.PREEMPTION);
            return true;
        }
        BotChooser.Chosen chosen = job == null ? null : chooser.of(job);
        if (job != null && chosen != null) {
            leases.assign(job, chosen.bot(), chosen.strategy());
            return true;
        }
        return false;
    }

    /** Returns the first job that may preempt, or null if there is none. */
    private @Nullable Claim claim() {
        Claim first = null;
        for (Instance instance : farm.instances.owed()) {
            if (instance.isBelowMin() && farm.service.serves(instance)) {
                for (JobKind kind : instance.kinds) {
                    Claim claim = farm.queueOf(kind).waits() && !kind.hasHealthyBot() ? claim(kind) : null;
                    if (claim != null && (first == null || farm.shares.precedes(claim.job, first.job))) {
                        first = claim;
                    }
                }
            }
        }
        return first;
    }

    private @Nullable Claim claim(JobKind kind) {
        Job victim = farm.evictable.worst(kind);
        if (victim == null) {
            return null;
        }
        long queuedBy = farm.now() - farm.policy().getPreemptionDelayMs();
        Job oldest = farm.queueOf(kind).firstQueuedBy(queuedBy, Preemption.below(farm, victim));
        Job job = oldest == null ? null : farm.shares.order().first(kind, queuedBy, oldest.priority);
        return job == null ? null : new Claim(job, victim);
    }
}
