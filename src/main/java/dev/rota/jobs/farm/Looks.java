package dev.rota.jobs.farm;

import dev.rota.engine.Times;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * When the resting jobs of one kind are looked at. A job that finds no bot is looked at each backoff, so its looks are
 * an arithmetic progression, and jobs share one if they are looked at at the same times: by what is left of a look's
 * time when whole backoffs are taken off. A look that can only fail is not taken; which is next is computed.
 */
public final class Looks {

    private final long backoffMs;
    /** By a look's time modulo the backoff: those that are within one backoff of their first look, or past it. */
    private final NavigableMap<Long, SharedLook> cycle = new TreeMap<>();
    /** By the first look's time: those that are farther from it, and all while the backoff is 0. */
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

    static void remove(Job job) {
        if (job.look == null) {
            throw new IllegalStateException("expected a look of job " + job.id + ", but it does not rest");
        }
        job.look.remove(job);
    }

    /** The first look after {@code now} of any job; {@link Times#NEVER} where none rests. */
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

    /** The jobs that may have a look after {@code from} and up to {@code to}; a job's own time says whether it has. */
    List<Job> between(long from, long to) {
        List<Job> jobs = new ArrayList<>();
        settle(to);
        if (backoffMs == 0) {
            collect(later.headMap(to, true), jobs);
        } else if (to - from >= backoffMs) {
            collect(cycle, jobs);
        } else if (to > from) {
            long low = Math.floorMod(from, backoffMs);
            long high = Math.floorMod(to, backoffMs);
            if (low < high) {
                collect(cycle.subMap(low, false, high, true), jobs);
            } else {
                collect(cycle.tailMap(low, false), jobs);
                collect(cycle.headMap(high, true), jobs);
            }
        }
        return jobs;
    }

    private static void collect(Map<Long, SharedLook> some, List<Job> jobs) {
        some.values().forEach(shared -> shared.each(jobs::add));
    }

    /** Moves into the cycle what has come within one backoff of its first look. */
    private void settle(long now) {
        while (backoffMs > 0 && !later.isEmpty() && isSoon(later.firstKey(), now)) {
            later.pollFirstEntry().getValue().each(job -> add(job, now));
        }
    }

    private boolean isSoon(long look, long now) {
        return look - backoffMs <= now;
    }
}
