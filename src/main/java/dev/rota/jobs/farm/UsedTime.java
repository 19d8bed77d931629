package dev.rota.jobs.farm;

import dev.rota.engine.Nullable;
import java.util.HashMap;
import java.util.Map;

/**
 * What instances and owners have used of the slots' time under the assigner SHARES, with all of the leases that run, for
 * explanations and pages. Reading it costs the number of leases, and changes nothing.
 */
public final class UsedTime {

    private record Party(Instance instance, @Nullable String owner) {}

    private final Farm farm;
    private final Map<Party, Long> running = new HashMap<>();

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
                long ms = Math.max(0, now - job.assignedAt);
                running.merge(new Party(job.kind.instance, null), ms, Long::sum);
                running.merge(new Party(job.kind.instance, Owner.name(job.owner)), ms, Long::sum);
            }
        }
        return this;
    }

    /** Returns the slot milliseconds of an instance, and what it was raised by when it began to wait. */
    public long of(Instance instance) {
        long ended = instance.sharing == null ? 0 : instance.sharing.share.used();
        return ended + running.getOrDefault(new Party(instance, null), 0L);
    }

    /** Returns the same of the owner of a job. */
    public long ofOwner(Job job) {
        Instance instance = job.kind.instance;
        String name = Owner.name(job.owner);
        Owner owner = instance.sharing == null ? null : instance.sharing.owners.get(name);
        return (owner == null ? 0 : owner.share.used()) + running.getOrDefault(new Party(instance, name), 0L);
    }

    /** Returns the number of instances with queued jobs that come before another. */
    public int before(Instance instance) {
        int before = 0;
        for (Instance other : farm.instances().all()) {
            int tier =
                    Integer.compare(farm.service().tier(other), farm.service().tier(instance));
            boolean waits =
                    other != instance && other.queued() > 0 && farm.service().serves(other);
            if (waits && (tier < 0 || (tier == 0 && isLess(other, instance)))) {
                before++;
            }
        }
        return before;
    }

    private boolean isLess(Instance a, Instance b) {
        return Share.compare(
                        of(a) + Share.ADVANCE_MS * a.usage, b.weight(), of(b) + Share.ADVANCE_MS * b.usage, a.weight())
                < 0;
    }
}
