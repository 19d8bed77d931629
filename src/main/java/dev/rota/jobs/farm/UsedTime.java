package dev.rota.jobs.farm;

import dev.rota.engine.Nullable;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * What instances and owners have used of the slots' time under the assigner SHARES, with all of the leases that run, for
 * explanations and pages. Reading it costs the number of leases, and changes nothing.
 */
public final class UsedTime {

    private record Party(Instance instance, @Nullable String owner) {}

    /** The leases of a party that run. */
    private record Leases(int count, long ms) {

        static final Leases NONE = new Leases(0, 0);

        Leases plus(Leases other) {
            return new Leases(count + other.count, ms + other.ms);
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
                Leases lease = new Leases(1, Math.max(0, now - job.assignedAt));
                running.merge(new Party(job.kind.instance, null), lease, Leases::plus);
                running.merge(new Party(job.kind.instance, Owner.name(job.owner)), lease, Leases::plus);
            }
        }
        return this;
    }

    /** Returns the slot milliseconds of an instance, and what it was raised by when it began to wait. */
    public long of(Instance instance) {
        long ended = instance.sharing == null ? 0 : instance.sharing.share.used();
        return ended + running(new Party(instance, null)).ms;
    }

    /** Returns the same of the owner of a job. */
    public long ofOwner(Job job) {
        return ofOwner(job.kind.instance, Owner.name(job.owner));
    }

    private long ofOwner(Instance instance, String name) {
        Owner owner = instance.sharing == null ? null : instance.sharing.owners.get(name);
        return (owner == null ? 0 : owner.share.used()) + running(new Party(instance, name)).ms;
    }

    private Leases running(Party party) {
        return running.getOrDefault(party, Leases.NONE);
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

    /**
     * Returns the number of owners in the instance of a queued job whose queued jobs of the same priority come before it.
     * It costs the number of those jobs.
     */
    public int ownersBefore(Job job) {
        Instance instance = job.kind.instance;
        Set<String> owners = new LinkedHashSet<>();
        for (JobKind kind : instance.kinds) {
            kind.eachQueue(queue -> {
                for (Job other : queue.fromPriority(job.priority, kind)) {
                    if (other.priority != job.priority) {
                        break;
                    }
                    owners.add(Owner.name(other.owner));
                }
            });
        }
        long own = withAdvance(instance, Owner.name(job.owner));
        return (int) owners.stream()
                .filter(owner -> withAdvance(instance, owner) < own)
                .count();
    }

    private long withAdvance(Instance instance, String owner) {
        return ofOwner(instance, owner) + Share.ADVANCE_MS * running(new Party(instance, owner)).count;
    }
}
