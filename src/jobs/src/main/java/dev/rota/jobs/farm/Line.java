package dev.rota.jobs.farm;

import dev.rota.engine.Nullable;
import java.util.TreeSet;

/**
 * The queued jobs that a platform can run, by instance; in it, those of an instance by owner; in that, those of an owner
 * by kind. Each is in the order of its first job.
 */
final class Line implements LinePart {

    final TreeSet<LinePart> parts = new TreeSet<>((a, b) -> compare(a.first(), b.first()));

    /** The line that it is a part of, or null if it is that of a platform. */
    private final @Nullable Line whole;

    Line(@Nullable Line whole) {
        this.whole = whole;
    }

    /** Compares the first jobs. */
    static int compare(OwnedJobs a, OwnedJobs b) {
        return compare(a.owner, a.job(), b.owner, b.job());
    }

    /** Compares jobs by the tier and share of the instance, priority, share of the owner, age and id. */
    static int compare(Party a, Job job, Party b, Job other) {
        Party instance = a.whole;
        Party another = b.whole;
        if (instance != another && instance != null && another != null) {
            int tier = Integer.compare(instance.tier, another.tier);
            int share = tier != 0 ? tier : instance.share.compare(another.share);
            if (share != 0) {
                return share;
            }
        }
        if (job.priority != other.priority) {
            return Integer.compare(job.priority, other.priority);
        }
        int share = a == b ? 0 : a.share.compare(b.share);
        return share != 0 ? share : Order.AGE.compare(job, other);
    }

    @Override
    public OwnedJobs first() {
        return parts.first().first();
    }

    /** Takes it out of its order, which is about to change; {@link #place} puts it back. */
    void lift() {
        if (whole != null) {
            whole.parts.remove(this);
        }
    }

    void place() {
        if (whole != null && !parts.isEmpty()) {
            whole.parts.add(this);
        }
    }
}
