package dev.rota.whatif.report;

import dev.rota.workload.whatif.WaitSeries;
import dev.rota.workload.whatif.Waits;
import java.util.ArrayList;
import java.util.List;

/**
 * The waits by the time at which they began, in equal steps, in the record and in the first run of the two worlds.
 *
 * @param from the beginning of the first step, in which those are counted as well that already waited then
 * @param step how long a step is
 */
public record Course(long from, long step, List<Step> record, List<Step> baseline, List<Step> change) {

    static final Course NONE = new Course(0, 1, List.of(), List.of(), List.of());

    public Course {
        record = List.copyOf(record);
        baseline = List.copyOf(baseline);
        change = List.copyOf(change);
    }

    /**
     * The waits that began in one step.
     *
     * @param number how many there are
     * @param atLeast whether one that had not ended could make the mean larger
     */
    public record Step(long number, double mean, boolean atLeast) {}

    static Course of(Comparison.Worlds worlds) {
        WaitSeries record = worlds.record().series();
        WaitSeries baseline = worlds.baseline().series();
        WaitSeries change = worlds.change().series();
        WaitSeries longest = record.asLongAs(baseline).asLongAs(change);
        int steps = 0;
        for (WaitSeries series : List.of(record, baseline, change)) {
            steps = Math.max(steps, series.asLongAs(longest).steps());
        }
        return new Course(
                longest.from(),
                longest.step(),
                steps(record.asLongAs(longest), steps),
                steps(baseline.asLongAs(longest), steps),
                steps(change.asLongAs(longest), steps));
    }

    private static List<Step> steps(WaitSeries series, int count) {
        List<Step> steps = new ArrayList<>();
        for (int at = 0; at < count; at++) {
            Waits.Stat mean = series.mean(at);
            steps.add(new Step(series.number(at), mean.value(), mean.atLeast()));
        }
        return steps;
    }
}
