package dev.rota.jobs.farm;

import dev.rota.engine.Times;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Finds the first look at which a job that backs off has waited long enough to preempt, by priority.
 *
 * <p>The looks of a job are known in advance, so for each priority the earliest such look is kept, and the number of jobs
 * that have it. A job that is added can only lower it. When the last job with that look is removed, or its time has passed,
 * the jobs of that priority are searched again. Example: with a preemption delay of 1,000 and a backoff of 300, jobs that
 * were queued at 0 and 50 and whose looks are at 300, 600, … and at 350, 650, … first qualify at the looks 1,200 and 1,250.
 * The look 1,200 is kept, with a count of 1.
 *
 * <p>Built on first use, since only an instance below its minimum needs it; then each step does.
 */
final class PreemptingLooks {

    /** The first such look of one priority, and the number of jobs that have it. */
    private static final class First {
        /** The look of an entry that must be searched again. */
        private static final long PAST = Long.MIN_VALUE;

        long look = PAST;
        int jobs;
    }

    private final JobQueue resting;
    private final BackoffWheel wheel;
    private final NavigableMap<Integer, First> byPriority = new TreeMap<>();
    private long delayMs;
    private boolean kept;

    /** @param resting the jobs of one kind that back off outside groups */
    PreemptingLooks(JobQueue resting, BackoffWheel wheel) {
        this.resting = resting;
        this.wheel = wheel;
    }

    /** Returns the first such look after {@code now} of the jobs whose priority number is less than {@code below}. */
    long next(long below, long preemptionDelayMs, long now) {
        if (!kept || delayMs != preemptionDelayMs) {
            keep(preemptionDelayMs);
        }
        long next = Times.NEVER;
        Iterator<Map.Entry<Integer, First>> entries = byPriority.entrySet().iterator();
        while (entries.hasNext()) {
            Map.Entry<Integer, First> entry = entries.next();
            if (entry.getKey() >= below) {
                break;
            }
            First first = entry.getValue();
            if (first.look <= now && !find(first, entry.getKey(), now)) {
                entries.remove();
            } else {
                next = Math.min(next, first.look);
            }
        }
        return next;
    }

    void forget() {
        kept = false;
        byPriority.clear();
    }

    /** Adds a job that begins to back off. */
    void add(Job job, long now) {
        if (!kept) {
            return;
        }
        First first = byPriority.get(job.priority);
        if (first == null) {
            byPriority.put(job.priority, new First());
        } else if (first.look > now) {
            count(first, look(job, now));
        }
    }

    /** Removes a job that is about to stop backing off. */
    void remove(Job job) {
        First first = kept ? byPriority.get(job.priority) : null;
        if (first != null && first.look != First.PAST && look(job, first.look - 1) == first.look && --first.jobs == 0) {
            first.look = First.PAST;
        }
    }

    private void keep(long preemptionDelayMs) {
        byPriority.clear();
        delayMs = preemptionDelayMs;
        kept = true;
        resting.each(Order.PRIORITY).forEachRemaining(job -> byPriority.putIfAbsent(job.priority, new First()));
    }

    /** Finds the first look among the jobs of a priority; returns false if there is no job. */
    private boolean find(First first, int priority, long now) {
        first.look = Times.NEVER;
        first.jobs = 0;
        boolean any = false;
        for (Job job : resting.fromPriority(priority)) {
            if (job.priority != priority) {
                break;
            }
            count(first, look(job, now));
            any = true;
        }
        return any;
    }

    private static void count(First first, long look) {
        if (look < first.look) {
            first.look = look;
            first.jobs = 1;
        } else if (look == first.look) {
            first.jobs++;
        }
    }

    /** Returns the first look of a job after {@code after} at which it has waited long enough. */
    private long look(Job job, long after) {
        return wheel.following(job.scheduleAfter, Math.max(after, Times.after(job.queuedAt, delayMs) - 1));
    }
}
