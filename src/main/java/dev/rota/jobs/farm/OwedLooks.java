package dev.rota.jobs.farm;

import dev.rota.engine.Times;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * At which look the resting jobs of a kind have first waited for long enough to preempt, by priority. Kept from the
 * first question on: a queue whose instance waits for the slots that it is owed is asked in each step.
 */
final class OwedLooks {

    /** The first such look at jobs of one priority, and how many have it; what is past must be found anew. */
    private static final class First {
        private static final long PAST = Long.MIN_VALUE;

        long look = PAST;
        int jobs;
    }

    private final JobKind kind;
    private final NavigableMap<Integer, First> byPriority = new TreeMap<>();
    private long delayMs;
    private boolean kept;

    OwedLooks(JobKind kind) {
        this.kind = kind;
    }

    /** The first look after {@code now}, of jobs whose priority number is below {@code below}. */
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

    /** A job has begun to rest. */
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

    /** A job that rests is about to leave. */
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
        kind.resting.each(Order.PRIORITY).forEachRemaining(job -> byPriority.putIfAbsent(job.priority, new First()));
    }

    /** Finds the first look among the jobs of a priority; false where there is no job. */
    private boolean find(First first, int priority, long now) {
        first.look = Times.NEVER;
        first.jobs = 0;
        boolean any = false;
        for (Job job : kind.resting.fromPriority(priority, kind)) {
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

    /** The job's first look after a time at which it has waited for long enough. */
    private long look(Job job, long after) {
        return kind.scheduleAfter(job, Math.max(after, Times.after(job.queuedAt, delayMs) - 1));
    }
}
