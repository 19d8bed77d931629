package dev.rota.cli.whatif.history;

import dev.rota.cli.options.Unusable;
import dev.rota.workload.history.Work;
import dev.rota.workload.whatif.Past;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What ran at the same time on the machines of each pool, and what overtook what. Work whose wait is not known is assumed to
 * have been served when it came, and work whose run time is not known to have needed no machine. Takes work in the order of its
 * submission, and keeps what waits and runs at one time.
 */
final class Occupancy {

    /** The number of jobs that wait and run at one time. */
    static final int AT_ONCE_MAX = 5_000_000;

    /** The number of pools of machines. */
    private static final int POOLS_MAX = 1_000;

    private static final class Waiting {
        private final long submitted;
        private final long number;
        private final long served;
        private final long ended;
        private final boolean isTimed;
        private final boolean isKnown;
        private boolean isServed;

        Waiting(Work work, long number) {
            this.submitted = work.submitted();
            this.number = number;
            this.isKnown = work.past().hasEnded();
            this.served = isKnown ? work.served() : work.submitted();
            this.isTimed = work.past().ran() != Past.NONE;
            this.ended = work.past().ran() == Past.OPEN
                    ? Long.MAX_VALUE
                    : served + Math.max(0, work.past().ran());
        }
    }

    /** The work of one pool. */
    static final class Pool {
        private final PriorityQueue<Waiting> byStart = new PriorityQueue<>(
                Comparator.comparingLong((Waiting each) -> each.served).thenComparingLong(each -> each.number));
        private final PriorityQueue<Waiting> byAge =
                new PriorityQueue<>(Comparator.comparingLong((Waiting each) -> each.number));
        private final PriorityQueue<Long> ends = new PriorityQueue<>();
        private long count;
        private long ofSeveralSlots;
        private double slots;
        private long overtaking;
        private long waited;
        private double waits;
        private long ofUnknownWait;
        private long ofUnknownRun;
        private int peak;

        private void take(Work work) {
            count++;
            slots += (double) work.slots();
            ofSeveralSlots += work.slots() > 1 ? 1 : 0;
            if (work.past().left() || work.past().waited() == Past.OPEN) {
                return;
            }
            Waiting waiting = new Waiting(work, count);
            byStart.add(waiting);
            if (work.past().hasEnded()) {
                waited++;
                waits += (double) work.past().waited();
                byAge.add(waiting);
            } else {
                ofUnknownWait++;
            }
            ofUnknownRun += waiting.isTimed ? 0 : 1;
        }

        private void advance(long before) {
            while (!byStart.isEmpty() && byStart.element().served < before) {
                Waiting next = byStart.remove();
                next.isServed = true;
                while (!ends.isEmpty() && ends.element() <= next.served) {
                    ends.remove();
                }
                if (next.isTimed) {
                    ends.add(next.ended);
                }
                peak = Math.max(peak, ends.size());
                while (!byAge.isEmpty() && byAge.element().isServed) {
                    byAge.remove();
                }
                overtaking += next.isKnown
                                && !byAge.isEmpty()
                                && byAge.element().submitted < next.submitted
                                && byAge.element().served > next.served
                        ? 1
                        : 0;
            }
        }

        /** Returns the most work that ran at the same time. */
        int peak() {
            return peak;
        }

        long count() {
            return count;
        }

        long ofSeveralSlots() {
            return ofSeveralSlots;
        }

        /** Returns the slots of all work together. */
        double slots() {
            return slots;
        }

        /** Returns the number of jobs that were served while an older one of the same pool waited. */
        long overtaking() {
            return overtaking;
        }

        /** Returns the number of jobs that ran, and whose wait is not known. */
        long ofUnknownWait() {
            return ofUnknownWait;
        }

        /** Returns the number of jobs that ran, and of which it is not known how long. */
        long ofUnknownRun() {
            return ofUnknownRun;
        }

        /** Returns the mean of the waits that are known, or {@link Past#NONE}. */
        double meanWait() {
            return waited == 0 ? Past.NONE : waits / waited;
        }
    }

    private final SortedMap<String, Pool> pools = new TreeMap<>();
    private long atOnce;

    void take(Work work) {
        Pool pool = pools.computeIfAbsent(work.pool(), none -> new Pool());
        if (pools.size() > POOLS_MAX) {
            throw new Unusable("expected at most " + POOLS_MAX + " partitions or requirements, but there are more:"
                    + " leave the column out");
        }
        atOnce -= pool.byStart.size() + pool.ends.size();
        pool.advance(work.submitted());
        pool.take(work);
        atOnce += pool.byStart.size() + pool.ends.size();
        if (atOnce > AT_ONCE_MAX) {
            throw new Unusable("expected at most " + AT_ONCE_MAX + " jobs that wait or run at one time, but there are"
                    + " more: import a part of them");
        }
    }

    SortedMap<String, Pool> pools() {
        pools.values().forEach(pool -> pool.advance(Long.MAX_VALUE));
        return pools;
    }
}
