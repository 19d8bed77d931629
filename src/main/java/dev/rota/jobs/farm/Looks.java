package dev.rota.jobs.farm;

import dev.rota.engine.Times;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * When the jobs of one kind that back off are looked at. A job without a bot is looked at once per backoff, so its
 * looks are an arithmetic progression, and jobs whose looks are equal modulo the backoff share one entry. Looks bound
 * to fail are not executed; the next one is computed.
 */
final class Looks {

    private final long backoffMs;
    /** Jobs within one backoff of their first look or past it, by a look's time modulo the backoff. */
    private final NavigableMap<Long, SharedLook> cycle = new TreeMap<>();
    /** Jobs farther from their first look, by its time; all jobs while the backoff is 0. */
    private final NavigableMap<Long, SharedLook> later = new TreeMap<>();

    Looks(long backoffMs) {
        this.backoffMs = backoffMs;
    }

    void add(Job job, long now) {
        boolean soon = backoffMs > 0 && isSoon(job.scheduleAfter, now);
        add(job, soon ? cycle : later, soon ? Math.floorMod(job.scheduleAfter, backoffMs) : job.scheduleAfter);
    }

    private static void add(Job job, NavigableMap<Long, SharedLook> home, long at) {
        home.computeIfAbsent(at, key -> new SharedLook(home, key)).add(job);
    }

    void add(LookGroup group, long now) {
        boolean soon = isSoon(group.look, now);
        NavigableMap<Long, SharedLook> home = soon ? cycle : later;
        long at = soon ? Math.floorMod(group.look, backoffMs) : group.look;
        home.computeIfAbsent(at, key -> new SharedLook(home, key)).add(group);
    }

    static void remove(LookGroup group) {
        if (group.shared == null) {
            throw new IllegalStateException("expected a look of group " + group.number + ", but it does not rest");
        }
        group.shared.remove(group);
    }

    static void remove(Job job) {
        if (job.look == null) {
            throw new IllegalStateException("expected a look of job " + job.id + ", but it does not rest");
        }
        job.look.remove(job);
    }

    /** The first look after {@code now} of any job; {@link Times#NEVER} if none backs off. */
    long next(long now) {
        settle(now);
        Long farther = later.higherKey(now);
        long first = farther == null ? Times.NEVER : farther;
        if (cycle.isEmpty()) {
            return first;
        }
        long phase = Math.floorMod(now, backoffMs);
        Long ahead = cycle.higherKey(phase);
        long wait = ahead != null ? ahead - phase : cycle.firstKey() + backoffMs - phase;
        return Math.min(first, Times.after(now, wait));
    }

    /**
     * The looks that may come after {@code from} and up to {@code to}; the own time of each of their jobs and groups
     * decides.
     */
    List<SharedLook> between(long from, long to) {
        settle(to);
        List<SharedLook> some = new ArrayList<>();
        if (backoffMs == 0) {
            some.addAll(later.headMap(to, true).values());
        } else if (to - from >= backoffMs) {
            some.addAll(cycle.values());
        } else if (to > from) {
            long low = Math.floorMod(from, backoffMs);
            long high = Math.floorMod(to, backoffMs);
            if (low < high) {
                some.addAll(cycle.subMap(low, false, high, true).values());
            } else {
                some.addAll(cycle.tailMap(low, false).values());
                some.addAll(cycle.headMap(high, true).values());
            }
        }
        return some;
    }

    /** Moves jobs into {@link #cycle} that have come within one backoff of their first look. */
    private void settle(long now) {
        while (backoffMs > 0 && !later.isEmpty() && isSoon(later.firstKey(), now)) {
            SharedLook reached = later.pollFirstEntry().getValue();
            reached.jobs().forEach(job -> add(job, now));
            reached.groups().forEach(group -> add(group, now));
        }
    }

    private boolean isSoon(long look, long now) {
        return look - backoffMs <= now;
    }
}
