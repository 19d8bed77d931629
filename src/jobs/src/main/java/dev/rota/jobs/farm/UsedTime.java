package dev.rota.jobs.farm;

import dev.rota.engine.Nullable;
import java.util.Set;

/**
 * The slot time that instances and owners have used under the assigner SHARES, and their order by it, as the assigner's
 * own counters have it; for explanations, pages and gauges.
 */
public final class UsedTime {

    private final Shares shares;
    private final long now;

    private UsedTime(Shares shares, long now) {
        this.shares = shares;
        this.now = now;
    }

    /** Reads what has been used up to a time; null unless the assigner is SHARES. */
    public static @Nullable UsedTime of(Farm farm, long now) {
        return farm.shares.isOn() ? new UsedTime(farm.shares, now) : null;
    }

    /** Returns the slot milliseconds of an instance, and what it was raised by when it began to wait. */
    public long of(Instance instance) {
        return instance.share == null ? 0 : instance.share.usedUntil(now);
    }

    /** Returns the same of the owner of a job. */
    public long ofOwner(Job job) {
        return shares.owner(job).share.usedUntil(now);
    }

    /** Returns the number of instances that wait and come before that of a job. */
    public int before(Job job) {
        Party instance = shares.owner(job).ofInstance();
        int before = 0;
        for (Party other : shares.waiting().all()) {
            if (other.tier < instance.tier
                    || (other.tier == instance.tier && shares.compare(other.share, instance.share, now) < 0)) {
                before++;
            }
        }
        return before;
    }

    /**
     * Returns the number of owners in the instance of a queued job that have queued jobs of the same priority and come
     * before its own by what they have used; null if more than {@code limit} owners have such jobs.
     */
    public @Nullable Integer ownersBefore(Job job, int limit) {
        Share share = shares.owner(job).share;
        Set<Party> owners = shares.order().owners(job.kind.instance, job.priority);
        return owners.size() > limit
                ? null
                : (int) owners.stream()
                        .filter(owner -> shares.compare(owner.share, share, now) < 0)
                        .count();
    }
}
