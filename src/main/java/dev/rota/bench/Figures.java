package dev.rota.bench;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What one run of a lane showed.
 *
 * @param auditedPerSecond log records that an audit of it compared; NaN where it was not audited
 */
record Figures(
        double eventsPerSecond,
        double decisionsPerSecond,
        double rowsPerEvent,
        double recordsPerEvent,
        double auditedPerSecond) {

    static double median(List<Figures> runs, ToDoubleFunction<Figures> figure) {
        return quantile(runs.stream().mapToDouble(figure).toArray(), 0.5);
    }

    static double quantile(double[] values, double q) {
        if (values.length == 0) {
            return Double.NaN;
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[(int) Math.min(sorted.length - 1, Math.round(q * (sorted.length - 1)))];
    }
}
