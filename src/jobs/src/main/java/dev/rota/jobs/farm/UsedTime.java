package dev.rota.jobs.farm;

import dev.rota.engine.Nullable;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * What instances and owners have used of the slots' time under the assigner SHARES, with all of the leases that run, for
 * explanations, pages and gauges. Reading it costs the number of leases, and changes nothing.
 */
public final class UsedTime {

    private record Party(Instance instance, @Nullable String owner) {}

    /**
     * The leases of a party that run.
     *
     * @param ms their time
     * @param counted what the assigner counts of it, with its advance
     */
    private record Leases(long ms, long counted) {

        static final Leases NONE = new Leases(0, 0);

        Leases plus(Leases other) {
            return new Leases(ms + other.ms, counted + other.counted);
        }
    }

    private final Farm farm;
    private final Map<Party, Leases> running = new HashMap<>();

    private UsedTime(Farm farm) {
        this.farm = farm;
    }

    /** Reads what has been used up to a time; null unless the assigner is SHARES. */
    public static @Nullable UsedTime of(Farm farm, long now) {
        return farm.shares().isOn() ? new UsedTime(farm).withLeases(now) : null;
    }

    private UsedTime withLeases(long now) {
        for (Bot bot : farm.bots()) {
            for (Job job : bot.leases.values()) {
                Leases lease =
                        new Leases(Math.max(0, now - job.assignedAt), Share.countedWithAdvance(job.assignedAt, now));
                running.merge(new Party(job.kind.instance, null), lease, Leases::plus);
                running.merge(new Party(job.kind.instance, Owner.name(job.owner)), lease, Leases::plus);
            }
        }
        return this;
    }

    /** Returns the slot milliseconds of an instance, and what it was raised by when it began to wait. */
    public long of(Instance instance) {
        return ended(instance) + running(new Party(instance, null)).ms;
    }

    private static long ended(Instance instance) {
        return instance.sharing == null ? 0 : instance.sharing.share.used();
    }

    /** Returns the same of the owner of a job. */
    public long ofOwner(Job job) {
        Instance instance = job.kind.instance;
        String name = Owner.name(job.owner);
        return ended(instance, name) + running(new Party(instance, name)).ms;
    }

    private static long ended(Instance instance, String owner) {
        Owner known = instance.sharing == null ? null : instance.sharing.owners.get(owner);
        return known == null ? 0 : known.share.used();
    }

    private Leases running(Party party) {
        return running.getOrDefault(party, Leases.NONE);
    }

    /** Returns the number of instances that wait and come before another. */
    public int before(Instance instance) {
        int before = 0;
        for (Instance other : farm.instances().all()) {
            int tier =
                    Integer.compare(farm.service().tier(other), farm.service().tier(instance));
            if (other != instance && waits(other) && (tier < 0 || (tier == 0 && isLess(other, instance)))) {
                before++;
            }
        }
        return before;
    }

    private boolean waits(Instance instance) {
        return farm.service().serves(instance) && instance.kinds.stream().anyMatch(UsedTime::waits);
    }

    private static boolean waits(JobKind kind) {
        return kind.queued() > 0 && kind.platforms.stream().anyMatch(Platform::isInService);
    }

    private boolean isLess(Instance a, Instance b) {
        return Share.compare(
                        ended(a) + running(new Party(a, null)).counted,
                        b.weight(),
                        ended(b) + running(new Party(b, null)).counted,
                        a.weight())
                < 0;
    }

    /**
     * Returns the number of owners in the instance of a queued job that have queued jobs of the same priority and come
     * before its own by what they have used; null if more than {@code most} such jobs are queued.
     */
    public @Nullable Integer ownersBefore(Job job, int most) {
        Instance instance = job.kind.instance;
        Set<String> owners = new LinkedHashSet<>();
        int looked = 0;
        for (JobKind kind : instance.kinds) {
            if (waits(kind)) {
                // under SHARES no look fails, so all queued jobs wait for their first
                for (Job other : kind.fresh.fromPriority(job.priority, kind)) {
                    if (other.priority != job.priority) {
                        break;
                    }
                    if (++looked > most) {
                        return null;
                    }
                    owners.add(Owner.name(other.owner));
                }
            }
        }
        long own = counted(instance, Owner.name(job.owner));
        return (int)
                owners.stream().filter(owner -> counted(instance, owner) < own).count();
    }

    private long counted(Instance instance, String owner) {
        return ended(instance, owner) + running(new Party(instance, owner)).counted;
    }
}
