package dev.rota.bench.keyed;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the handlers of a run did.
 *
 * @param handled the number of records whose handler has returned
 * @param again how often a record was handled again
 * @param repeated how often a record was handled again after its handler had returned
 * @param violations the number of records whose handler began before that of the record before it with the same key had
 *     returned
 * @param lastEnd when the last handler returned for the first time for its record, by {@link System#nanoTime}
 * @param ms the time from each record's intended send time until its handler returned
 */
record Outcome(int handled, int again, int repeated, int violations, long lastEnd, double[] ms) {

    /**
     * Reads logs.
     *
     * @param keys the keys of all records
     * @param from the number of the first record that counts
     * @param intended the intended send times of records from then on
     */
    static Outcome of(List<HandledLog> logs, int[] keys, int from, long[] intended) {
        int to = from + intended.length;
        long[] began = new long[keys.length];
        long[] ended = new long[keys.length];
        Arrays.fill(began, Long.MAX_VALUE);
        Arrays.fill(ended, Long.MAX_VALUE);
        int[] calls = new int[keys.length];
        for (HandledLog log : logs) {
            log.read((number, begin, end) -> {
                calls[number]++;
                began[number] = Math.min(began[number], begin);
                ended[number] = Math.min(ended[number], end == 0 ? Long.MAX_VALUE : end);
            });
        }
        int[] repeated = new int[1];
        for (HandledLog log : logs) {
            log.read((number, begin, end) -> {
                if (number >= from && begin > ended[number]) {
                    repeated[0]++;
                }
            });
        }
        int handled = 0;
        int again = 0;
        int violations = 0;
        long last = Long.MIN_VALUE;
        double[] ms = new double[intended.length];
        Map<Integer, Integer> before = new HashMap<>();
        for (int i = from; i < to; i++) {
            handled += ended[i] == Long.MAX_VALUE ? 0 : 1;
            again += Math.max(0, calls[i] - 1);
            Integer previous = before.put(keys[i], i);
            violations += previous != null && began[i] < ended[previous] ? 1 : 0;
            last = Math.max(last, ended[i]);
            ms[i - from] = (ended[i] - intended[i - from]) / 1e6;
        }
        return new Outcome(handled, again, repeated[0], violations, last, ms);
    }

    /** Returns the number of records from {@code from} to {@code to} whose handler has returned. */
    static int handled(List<HandledLog> logs, int from, int to) {
        boolean[] seen = new boolean[to - from];
        for (HandledLog log : logs) {
            log.read((number, begin, end) -> {
                if (number >= from && number < to && end != 0) {
                    seen[number - from] = true;
                }
            });
        }
        int count = 0;
        for (boolean one : seen) {
            count += one ? 1 : 0;
        }
        return count;
    }
}
