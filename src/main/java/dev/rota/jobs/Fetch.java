package dev.rota.jobs;

import dev.rota.engine.Nullable;
import java.util.Iterator;
import java.util.Set;
import java.util.function.Predicate;

/** A bot that syncs gets its next jobs at once. */
final class Fetch {

    private final Farm farm;
    private final Leases leases;
    private final Set<Job> leftOut;
    private final boolean toCapacity;

    /**
     * A fetch.
     *
     * @param leftOut jobs that the same sync has sent back
     */
    Fetch(Farm farm, Leases leases, Set<Job> leftOut) {
        this.farm = farm;
        this.leases = leases;
        this.leftOut = leftOut;
        this.toCapacity = farm.policy().getProactiveFetchToCapacity();
    }

    /** Fetches as many as were taken off, or as there is room for. */
    void fill(Bot bot, int taken) {
        int most = toCapacity ? bot.spare() : Math.min(taken, bot.spare());
        if (most > 0 && !toCapacity) {
            farm.service().wakeOverdue();
        }
        for (int i = 0; i < most; i++) {
            Job job = first(bot, farm.drawOrder());
            if (job == null) {
                return;
            }
            leases.assign(job, bot, Strategy.PROACTIVE);
        }
    }

    private @Nullable Job first(Bot bot, Order order) {
        if (bot.platform == null) {
            return null;
        }
        Job first = null;
        int tier = Service.UNSERVED;
        for (JobKind kind : bot.platform.kinds) {
            int its = farm.service().tier(kind.instance);
            if (its <= tier && its < Service.UNSERVED && !kind.instance.isAtMax()) {
                Job job = first(kind, order);
                if (job != null && (first == null || its < tier || order.compare(job, first) < 0)) {
                    first = job;
                    tier = its;
                }
            }
        }
        return first;
    }

    /** The first job of a kind that a fetch may take. */
    private @Nullable Job first(JobKind kind, Order order) {
        Job first = JobKind.first(
                order, kind.resting.first(order), first(kind.fresh, order, job -> !leftOut.contains(job)));
        return JobKind.first(order, first, seen(kind, order));
    }

    /** Of those whose backoff is over, none but for a fetch to capacity: they are left to the iterations. */
    private @Nullable Job seen(JobKind kind, Order order) {
        if (toCapacity) {
            return kind.seen.first(order);
        }
        return farm.service().mayBeDueNow(kind)
                ? first(kind.seen, order, job -> farm.service().scheduleAfter(job) >= farm.now())
                : null;
    }

    private static @Nullable Job first(Line line, Order order, Predicate<Job> wanted) {
        Iterator<Job> jobs = line.each(order);
        while (jobs.hasNext()) {
            Job job = jobs.next();
            if (wanted.test(job)) {
                return job;
            }
        }
        return null;
    }
}
