package dev.rota.jobs.farm;

/**
 * The slot time that an instance or an owner has used, which the assigner SHARES divides by its weight.
 *
 * <p>A lease that has ended counts with its exact time. Of a lease that runs, each full period of {@link
 * #COUNTED_EVERY_MS} of log time within it counts, and each lease counts {@link #ADVANCE_MS} more while it runs. Without
 * the periods, an instance whose jobs run for hours would get all slots before the first of them ends; without the
 * advance, one instance would get all slots that become free at the same time. Shares change their order at most once
 * in a period, so they are sorted once in a period and not in each step.
 *
 * <p>Two shares are compared exactly, as {@code used × weight of the other}, in 128 bits.
 */
final class Share {

    /** The slot time that a lease counts in advance while it runs. */
    static final long ADVANCE_MS = 60_000;

    /** The period of log time in which the leases that run are counted again. */
    static final long COUNTED_EVERY_MS = 10_000;

    /**
     * The maximum of used slot time: 2,000 slots for 36,000 years. Whatever reaches it stays there; equal shares are
     * ordered by priority and age.
     */
    private static final long USED_MS_MAX = 1L << 61;

    private int weight = 1;

    /** The slot milliseconds of leases that have ended, and what was added when it began to wait. */
    private long used;

    private int running;

    /** The sum of the times from which the leases that run count. */
    private long starts;

    /** The sum of the times at which the leases that run began. */
    private long assigned;

    /** The number of leases that run whose first period is not over. */
    private int young;

    private long youngStarts;

    /** The used slot time, with what is counted of leases that run. */
    private long counted;

    long used() {
        return used;
    }

    int running() {
        return running;
    }

    /** Returns what has been used up to a time, with all of the leases that run. */
    long usedUntil(long now) {
        return used + running * now - assigned;
    }

    /** Sets what has been used by leases that have ended, as its row says. */
    void restore(long usedMs, long period) {
        used = usedMs;
        count(period);
    }

    /** Returns the beginning of the period of a time. */
    static long period(long time) {
        return Math.floorDiv(time, COUNTED_EVERY_MS) * COUNTED_EVERY_MS;
    }

    private static long countsFrom(long assignedAt) {
        return period(assignedAt + COUNTED_EVERY_MS - 1);
    }

    /** Adds a lease that begins or runs, as of the period that began at {@code period}. */
    void add(long assignedAt, long period) {
        long start = countsFrom(assignedAt);
        running++;
        assigned += assignedAt;
        starts += start;
        if (start > period) {
            young++;
            youngStarts += start;
        }
        count(period);
    }

    /** Removes a lease that ends, and adds its time. */
    void end(long assignedAt, long now, long period) {
        long start = countsFrom(assignedAt);
        running--;
        assigned -= assignedAt;
        starts -= start;
        if (start > period) {
            young--;
            youngStarts -= start;
        }
        use(now - assignedAt);
        count(period);
    }

    /** Counts the leases that run in a new period: all of them began before it. */
    void countAll(long period) {
        young = 0;
        youngStarts = 0;
        count(period);
    }

    private void use(long ms) {
        used = Math.min(USED_MS_MAX, used + ms);
    }

    private void count(long period) {
        // a sum of many start times may overflow, and their difference to the same number of periods is exact again
        counted = Math.min(USED_MS_MAX, used + (running - young) * period - (starts - youngStarts));
    }

    /** Sets the weight, which applies from now on: what has been used keeps its proportion to that of others. */
    void weight(int next, long period) {
        if (next != weight) {
            use(inProportion(counted, weight, next) - counted);
            weight = next;
            count(period);
        }
    }

    /** Makes its used time for its weight at least that of another; returns whether it was less. */
    boolean raise(Share least, long period) {
        long to = inProportion(least.counted, least.weight, weight);
        if (to <= counted) {
            return false;
        }
        use(to - counted);
        count(period);
        return true;
    }

    /** Returns {@code ms × to / from}, rounded up, and at most {@link #USED_MS_MAX}. */
    private static long inProportion(long ms, int from, int to) {
        long whole = ms / from;
        if (whole >= USED_MS_MAX / to) {
            return USED_MS_MAX;
        }
        return whole * to + (ms % from * to + from - 1) / from;
    }

    /** Compares used time for each weight, in which leases that run count nothing in advance. */
    int compareUsed(Share other) {
        return compare(counted, other.weight, other.counted, weight);
    }

    /** Compares used time for each weight, with the advance of the leases that run. */
    int compare(Share other) {
        return compare(
                counted + ADVANCE_MS * running, other.weight, other.counted + ADVANCE_MS * other.running, weight);
    }

    /** Compares as {@link #compare(Share)} will in a later period, before leases begin or end. */
    int compareLater(Share other, long period) {
        return compare(
                later(period) + ADVANCE_MS * running,
                other.weight,
                other.later(period) + ADVANCE_MS * other.running,
                weight);
    }

    private long later(long period) {
        return Math.min(USED_MS_MAX, used + running * period - starts);
    }

    /** Compares {@code a × b} with {@code c × d}. */
    private static int compare(long a, long b, long c, long d) {
        int high = Long.compare(Math.multiplyHigh(a, b), Math.multiplyHigh(c, d));
        return high != 0 ? high : Long.compareUnsigned(a * b, c * d);
    }
}
