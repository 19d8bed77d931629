package dev.rota.bench.report;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The result of one run of a lane.
 *
 * @param auditedPerSecond log records per second that an audit of the run compared; NaN if it was not audited
 * @param footprint the bytes of the run on disk
 */
public record Figures(
        double eventsPerSecond,
        double decisionsPerSecond,
        double rowsPerEvent,
        double recordsPerEvent,
        double auditedPerSecond,
        Footprint footprint) {

    public static double median(List<Figures> runs, ToDoubleFunction<Figures> figure) {
        return quantile(runs.stream().mapToDouble(figure).toArray(), 0.5);
    }

    public static double quantile(double[] values, double q) {
        if (values.length == 0) {
            return Double.NaN;
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[(int) Math.min(sorted.length - 1, Math.round(q * (sorted.length - 1)))];
    }
}
