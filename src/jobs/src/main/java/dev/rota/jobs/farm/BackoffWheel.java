package dev.rota.jobs.farm;

import dev.rota.engine.Times;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * A timing wheel of the jobs of one kind that back off, and of their groups. One turn of the wheel is one backoff, so a
 * job keeps its slot from look to look, however many of its looks are skipped. {@link dev.rota.jobs.farm} explains looks.
 */
final class BackoffWheel {

    private long backoffMs;
    /** The slots of jobs whose first look is at most one backoff ahead, by the time of a look modulo the backoff. */
    private final NavigableMap<Long, Slot> wheel = new TreeMap<>();
    /** The slots of jobs whose first look is farther ahead, by its time; with a backoff of 0, those of all jobs. */
    private final NavigableMap<Long, Slot> later = new TreeMap<>();

    BackoffWheel(long backoffMs) {
        this.backoffMs = backoffMs;
    }

    long backoffMs() {
        return backoffMs;
    }

    /** Begins with another backoff, without jobs. There are no groups. */
    void begin(long nextBackoffMs) {
        backoffMs = nextBackoffMs;
        wheel.clear();
        later.clear();
    }

    /** Returns the first look after {@code lookedUntil} among {@code look} and the looks that follow from it. */
    long following(long look, long lookedUntil) {
        return backoffMs == 0 || look > lookedUntil
                ? look
                : Times.after(look, ((lookedUntil - look) / backoffMs + 1) * backoffMs);
    }

    void add(Job job, long now) {
        slot(job.scheduleAfter, backoffMs > 0 && isSoon(job.scheduleAfter, now)).add(job);
    }

    void add(JobGroup group, long now) {
        slot(group.look(), isSoon(group.look(), now)).groups.add(group);
    }

    private Slot slot(long look, boolean soon) {
        NavigableMap<Long, Slot> slots = soon ? wheel : later;
        return slots.computeIfAbsent(soon ? phase(look) : Long.valueOf(look), key -> new Slot(slots, key));
    }

    private Long phase(long look) {
        return Math.floorMod(look, backoffMs);
    }

    void remove(JobGroup group) {
        Slot slot = wheel.get(phase(group.look()));
        if (slot == null || !slot.groups.remove(group)) {
            slot = later.get(group.look());
            if (slot == null || !slot.groups.remove(group)) {
                throw new IllegalStateException("expected group " + group.number() + " to back off, but it does not");
            }
        }
        slot.removeIfEmpty();
    }

    /** Removes a job, whose {@code scheduleAfter} is one of its looks. */
    void remove(Job job) {
        Slot slot = backoffMs == 0 ? null : wheel.get(phase(job.scheduleAfter));
        if (slot == null || !slot.remove(job)) {
            slot = later.get(job.scheduleAfter);
            if (slot == null || !slot.remove(job)) {
                throw new IllegalStateException("expected job " + job.id + " to back off, but it does not");
            }
        }
        slot.removeIfEmpty();
    }

    /** Returns the time of the first look after {@code now}, or {@link Times#NEVER} if no job backs off. */
    long next(long now) {
        settle(now);
        Long farther = later.higherKey(now);
        long first = farther == null ? Times.NEVER : farther;
        if (wheel.isEmpty()) {
            return first;
        }
        long phase = Math.floorMod(now, backoffMs);
        Long ahead = wheel.higherKey(phase);
        long wait = ahead != null ? ahead - phase : wheel.firstKey() + backoffMs - phase;
        return Math.min(first, Times.after(now, wait));
    }

    /**
     * Returns the slots whose jobs may have a look after {@code from} and up to {@code to}. A slot may also hold jobs whose
     * first look is later, so callers compare the time of each.
     */
    List<Slot> between(long from, long to) {
        settle(to);
        List<Slot> slots = new ArrayList<>();
        if (backoffMs == 0) {
            slots.addAll(later.headMap(to, true).values());
        } else if (to - from >= backoffMs) {
            slots.addAll(wheel.values());
        } else if (to > from) {
            long low = Math.floorMod(from, backoffMs);
            long high = Math.floorMod(to, backoffMs);
            if (low < high) {
                slots.addAll(wheel.subMap(low, false, high, true).values());
            } else {
                slots.addAll(wheel.tailMap(low, false).values());
                slots.addAll(wheel.headMap(high, true).values());
            }
        }
        return slots;
    }

    /** Moves slots from {@link #later} to the wheel whose first look is at most one backoff ahead. */
    private void settle(long now) {
        while (backoffMs > 0 && !later.isEmpty() && isSoon(later.firstKey(), now)) {
            Slot reached = later.pollFirstEntry().getValue();
            reached.jobs().forEach(job -> add(job, now));
            reached.groups().forEach(group -> add(group, now));
        }
    }

    private boolean isSoon(long look, long now) {
        return look - backoffMs <= now;
    }

    /** The jobs and groups whose looks are at the same times, in no order. */
    static final class Slot {

        private final NavigableMap<Long, Slot> slots;
        private final long at;
        private final List<Job> jobs = new ArrayList<>(1);
        private final List<JobGroup> groups = new ArrayList<>(0);

        private Slot(NavigableMap<Long, Slot> slots, long at) {
            this.slots = slots;
            this.at = at;
        }

        private void add(Job job) {
            job.placeInSlot = jobs.size();
            jobs.add(job);
        }

        /** Removes a job, whose place the last one takes; returns whether it was there. */
        private boolean remove(Job job) {
            if (job.placeInSlot >= jobs.size() || jobs.get(job.placeInSlot) != job) {
                return false;
            }
            Job last = jobs.remove(jobs.size() - 1);
            if (last != job) {
                jobs.set(job.placeInSlot, last);
                last.placeInSlot = job.placeInSlot;
            }
            return true;
        }

        private void removeIfEmpty() {
            if (jobs.isEmpty() && groups.isEmpty()) {
                slots.remove(at);
            }
        }

        /** Returns a copy of its jobs. */
        List<Job> jobs() {
            return List.copyOf(jobs);
        }

        /** Returns a copy of its groups. */
        List<JobGroup> groups() {
            return List.copyOf(groups);
        }
    }
}
