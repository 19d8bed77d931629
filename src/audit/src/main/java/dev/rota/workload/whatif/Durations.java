package dev.rota.workload.whatif;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.Collection;

/** Durations of one kind in the record, from which one is drawn where none is known. */
public final class Durations {

    /** Stands for no duration. */
    public static final long NONE = -1;

    private long[] durations = new long[4];
    private int count;
    private boolean sorted = true;

    public void add(long duration) {
        if (count == durations.length) {
            durations = Arrays.copyOf(durations, 2 * count);
        }
        durations[count++] = duration;
        sorted = false;
    }

    /** Returns the smallest duration that at least half of all do not exceed, or {@link #NONE}. */
    public long median() {
        sort();
        return count == 0 ? NONE : durations[(count - 1) / 2];
    }

    /**
     * Returns the quantile of a name's hash among the durations of several kinds that are longer than one, or {@link
     * #NONE} if there are none. A name has the same quantile everywhere.
     */
    public static long quantile(Collection<Durations> kinds, String name, long longerThan) {
        long shorter = 0;
        long all = 0;
        for (Durations kind : kinds) {
            shorter += kind.countUpTo(longerThan);
            all += kind.count;
        }
        if (shorter == all) {
            return NONE;
        }
        return atRank(kinds, shorter + Long.remainderUnsigned(hash(name), all - shorter));
    }

    /** Returns the duration that {@code rank} others precede. */
    private static long atRank(Collection<Durations> kinds, long rank) {
        long low = 0;
        long high = kinds.stream()
                .filter(kind -> kind.count > 0)
                .mapToLong(kind -> kind.durations[kind.count - 1])
                .max()
                .orElse(0);
        while (low < high) {
            long middle = (low + high) >>> 1;
            long upTo = kinds.stream().mapToLong(kind -> kind.countUpTo(middle)).sum();
            if (upTo > rank) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    private int countUpTo(long duration) {
        sort();
        int at = 0;
        int end = count;
        while (at < end) {
            int middle = (at + end) >>> 1;
            if (durations[middle] <= duration) {
                at = middle + 1;
            } else {
                end = middle;
            }
        }
        return at;
    }

    private void sort() {
        if (!sorted) {
            Arrays.sort(durations, 0, count);
            sorted = true;
        }
    }

    /** Returns a hash of a name, spread over all 64 bits. */
    private static long hash(String name) {
        long hash = 0xCBF29CE484222325L;
        for (byte each : name.getBytes(UTF_8)) {
            hash = (hash ^ each) * 0x100000001B3L;
        }
        hash = (hash ^ (hash >>> 30)) * 0xBF58476D1CE4E5B9L;
        hash = (hash ^ (hash >>> 27)) * 0x94D049BB133111EBL;
        return hash ^ (hash >>> 31);
    }
}
