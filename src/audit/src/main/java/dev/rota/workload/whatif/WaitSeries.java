package dev.rota.workload.whatif;

import java.util.Arrays;

/**
 * The waits of all subjects by the time at which they began, in equal steps. The number of steps is bounded: when a wait
 * begins after the last one, pairs of steps are joined.
 */
public final class WaitSeries {

    /** The number of steps; of these at least half are used, unless the time is very short. */
    static final int STEPS_MAX = 120;

    private final long from;
    private final long[] numbers;
    private final long[] open;
    private final double[] sums;
    private long step;

    /** @param from the beginning of the first step, in which earlier waits are counted as well */
    WaitSeries(long from) {
        this(from, 1, new long[STEPS_MAX], new long[STEPS_MAX], new double[STEPS_MAX]);
    }

    private WaitSeries(long from, long step, long[] numbers, long[] open, double[] sums) {
        this.from = from;
        this.step = step;
        this.numbers = numbers;
        this.open = open;
        this.sums = sums;
    }

    WaitSeries copy() {
        return new WaitSeries(from, step, numbers.clone(), open.clone(), sums.clone());
    }

    /** Adds a wait. */
    void add(long since, long wait, boolean ended) {
        long after = Math.max(0, since - from);
        while (after / step >= STEPS_MAX) {
            join();
        }
        int at = (int) (after / step);
        numbers[at]++;
        open[at] += ended ? 0 : 1;
        sums[at] += wait;
    }

    private void join() {
        for (int i = 0; i < STEPS_MAX; i++) {
            boolean isThere = 2 * i < STEPS_MAX;
            numbers[i] = isThere ? numbers[2 * i] + numbers[2 * i + 1] : 0;
            open[i] = isThere ? open[2 * i] + open[2 * i + 1] : 0;
            sums[i] = isThere ? sums[2 * i] + sums[2 * i + 1] : 0;
        }
        step *= 2;
    }

    /** Returns the same waits in steps that are as long as those of another series, or longer. */
    public WaitSeries asLongAs(WaitSeries other) {
        WaitSeries copy = copy();
        while (copy.step < other.step) {
            copy.join();
        }
        return copy;
    }

    /** Returns the beginning of the first step. */
    public long from() {
        return from;
    }

    /** Returns how long a step is. */
    public long step() {
        return step;
    }

    /** Returns the number of steps up to the last one in which a wait began. */
    public int steps() {
        int last = STEPS_MAX;
        while (last > 0 && numbers[last - 1] == 0) {
            last--;
        }
        return last;
    }

    /** Returns the number of waits that began in a step. */
    public long number(int at) {
        return numbers[at];
    }

    /** Returns the mean of the waits that began in a step. */
    public Waits.Stat mean(int at) {
        return new Waits.Stat(numbers[at] == 0 ? 0 : sums[at] / numbers[at], open[at] > 0);
    }

    @Override
    public String toString() {
        return "from " + from + " every " + step + ": " + Arrays.toString(Arrays.copyOf(numbers, steps()));
    }
}
