package dev.rota.workload.whatif;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;

/** The waits of a group of subjects. A wait that had not ended counts as long as it had lasted. */
public final class Waits {

    /** Marks a wait that had not ended. */
    private static final long OPEN = 1;

    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

    /**
     * A number of a set of waits.
     *
     * @param atLeast whether a wait that had not ended could make it larger
     */
    public record Stat(double value, boolean atLeast) {}

    private static final Stat NONE = new Stat(0, false);

    /** Twice each wait, plus one if it had not ended; so among equal waits those that ended come first. */
    private long[] waits = new long[16];

    private int count;
    private int open;
    private boolean sorted;

    void add(long wait, boolean ended) {
        if (count == waits.length) {
            waits = Arrays.copyOf(waits, 2 * count);
        }
        waits[count++] = wait << 1 | (ended ? 0 : OPEN);
        open += ended ? 0 : 1;
        sorted = false;
    }

    public long count() {
        return count;
    }

    /** Returns the number of waits that had not ended. */
    public long open() {
        return open;
    }

    public Stat mean() {
        if (count == 0) {
            return NONE;
        }
        double sum = 0;
        for (int i = 0; i < count; i++) {
            sum += waits[i] >> 1;
        }
        return new Stat(sum / count, open > 0);
    }

    public Stat max() {
        sort();
        return count == 0 ? NONE : new Stat(waits[count - 1] >> 1, open > 0);
    }

    /** Returns the smallest wait that at least {@code percent} of all do not exceed. */
    public Stat percentile(double percent) {
        sort();
        if (count == 0) {
            return NONE;
        }
        int rank = BigDecimal.valueOf(percent)
                .multiply(BigDecimal.valueOf(count))
                .divide(HUNDRED, 0, RoundingMode.CEILING)
                .max(BigDecimal.ONE)
                .intValue();
        long value = waits[rank - 1] >> 1;
        boolean atLeast = false;
        for (int i = 0; i < count && waits[i] >> 1 <= value; i++) {
            atLeast |= (waits[i] & OPEN) != 0;
        }
        return new Stat(value, atLeast);
    }

    private void sort() {
        if (!sorted) {
            Arrays.sort(waits, 0, count);
            sorted = true;
        }
    }
}
