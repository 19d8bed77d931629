package dev.rota.jobs.scheduler;

import dev.rota.engine.Nullable;
import dev.rota.jobs.Strategy;
import dev.rota.jobs.farm.Bot;
import dev.rota.jobs.farm.Farm;
import dev.rota.jobs.farm.Job;
import dev.rota.jobs.farm.JobGroup;
import dev.rota.jobs.farm.JobKind;
import dev.rota.jobs.farm.KindQueue;
import dev.rota.jobs.farm.Order;
import dev.rota.jobs.farm.Service;
import java.util.Iterator;
import java.util.Set;
import java.util.function.Predicate;

/** Assigns jobs at once to a bot that syncs. */
final class Fetch {

    private final Farm farm;
    private final Leases leases;
    private final Predicate<Job> leftOut;
    private final boolean toCapacity;

    /**
     * Creates a fetch.
     *
     * @param leftOut whether the same sync has sent a job back
     */
    private Fetch(Farm farm, Leases leases, Predicate<Job> leftOut) {
        this.farm = farm;
        this.leases = leases;
        this.leftOut = leftOut;
        this.toCapacity = farm.policy().getProactiveFetchToCapacity();
    }

    /**
     * Fetches for a bot after a sync: the number of jobs that the sync removed, or that of the bot's free slots.
     *
     * @param begins false if a following step fetches, since this one has no room
     */
    static void ofSync(Farm farm, Leases leases, Set<Job> sentBack, Bot bot, int taken, boolean begins) {
        Fetch fetch = new Fetch(farm, leases, sentBack::contains);
        int wanted = fetch.toCapacity ? bot.spare() : taken;
        remaining(farm, bot, begins ? fetch.fill(bot, wanted) : wanted, farm.now());
    }

    /** Continues, by bot, the fetches that earlier steps had no room for; returns whether all are finished. */
    static boolean resume(Farm farm, Leases leases) {
        while (!farm.fetching.isEmpty() && farm.hasRoom()) {
            Bot bot = farm.fetching.first();
            Fetch fetch = new Fetch(farm, leases, job -> isSentBack(job, bot));
            remaining(farm, bot, fetch.fill(bot, bot.fetch), bot.fetchSince);
            farm.save(bot);
        }
        return farm.fetching.isEmpty();
    }

    /** Sets how many jobs a bot may still fetch in following steps; 0 ends its fetch. */
    static void remaining(Farm farm, Bot bot, int left, long since) {
        bot.fetch = left;
        bot.fetchSince = since;
        if (left > 0) {
            farm.fetching.add(bot);
        } else {
            farm.fetching.remove(bot);
        }
    }

    /**
     * Returns whether the sync whose fetch continues has sent a job back, and the job has not changed since. A job that
     * another sync of the bot sent back in the same millisecond looks the same; this fetch leaves it to the iterations
     * too.
     */
    private static boolean isSentBack(Job job, Bot bot) {
        return bot.id.equals(job.avoid) && job.scheduleAfter == bot.fetchSince;
    }

    /** Fetches up to {@code wanted} jobs; returns the number left for a following step. */
    private int fill(Bot bot, int wanted) {
        int most = bot.isHeld() ? 0 : Math.min(wanted, bot.spare());
        if (most > 0 && !toCapacity) {
            farm.looks.wakeOverdue();
        }
        int remaining = fillUpTo(bot, most);
        farm.shares.order().passOverNone();
        return remaining;
    }

    private int fillUpTo(Bot bot, int most) {
        for (int i = 0; i < most; i++) {
            if (!farm.hasRoom()) {
                return most - i;
            }
            Job job = farm.shares.isOn() ? firstByShare(bot) : first(bot, Iterations.draw(farm));
            if (job == null) {
                return 0;
            }
            leases.assign(job, bot, Strategy.PROACTIVE);
        }
        return 0;
    }

    private @Nullable Job firstByShare(Bot bot) {
        return bot.platform == null ? null : farm.shares.order().first(bot.platform, leftOut);
    }

    private @Nullable Job first(Bot bot, Order order) {
        if (bot.platform == null) {
            return null;
        }
        Job first = null;
        int tier = Service.UNSERVED;
        for (JobKind kind : bot.platform.kinds) {
            int its = farm.service.tier(kind.instance);
            if (its <= tier && its < Service.UNSERVED && !kind.instance.isAtMax()) {
                Job job = first(farm.queueOf(kind), order);
                if (job != null && (first == null || its < tier || order.compare(job, first) < 0)) {
                    first = job;
                    tier = its;
                }
            }
        }
        return first;
    }

    /** Returns the first job of a kind that the fetch may take. */
    private @Nullable Job first(KindQueue queue, Order order) {
        Job first = order.first(queue.firstResting(order), first(queue.fresh.each(order), job -> !leftOut.test(job)));
        return order.first(first, seen(queue, order));
    }

    /**
     * Returns the first job whose backoff is over, but only for a fetch up to capacity; otherwise the iterations look
     * at such jobs.
     */
    private @Nullable Job seen(KindQueue queue, Order order) {
        if (toCapacity) {
            return queue.firstSeen(order);
        }
        Job first = farm.looks.mayBeDueNow(queue)
                ? first(queue.seenApart(order), job -> farm.looks.scheduleAfter(job) >= farm.now())
                : null;
        for (JobGroup group : queue.groups().seen()) {
            if (group.look() >= farm.now()) {
                first = order.first(first, group.jobs.first(order));
            }
        }
        return first;
    }

    private static @Nullable Job first(Iterator<Job> jobs, Predicate<Job> wanted) {
        while (jobs.hasNext()) {
            Job job = jobs.next();
            if (wanted.test(job)) {
                return job;
            }
        }
        return null;
    }
}
