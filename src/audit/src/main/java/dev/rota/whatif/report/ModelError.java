package dev.rota.whatif.report;

import dev.rota.workload.whatif.Group;
import dev.rota.workload.whatif.Tally;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How far the waits in the baseline are from those in the record.
 *
 * @param mean the mean difference of the waits of a subject
 * @param percent the same in percent of the mean wait in the record
 * @param groups the mean difference in each group
 */
public record ModelError(double mean, double percent, SortedMap<Group, Double> groups) {

    /** Adds the differences of a group. */
    private static final class Sum {
        private double difference;
        private double waits;
        private long count;

        void add(double difference, long wait) {
            this.difference += difference;
            this.waits += wait;
            count++;
        }

        double mean() {
            return count == 0 ? 0 : difference / count;
        }
    }

    /** Compares two tallies of the same subjects. */
    public static ModelError of(Tally record, Tally baseline) {
        Sum all = new Sum();
        SortedMap<Group, Sum> groups = new TreeMap<>();
        for (int subject = 0; subject < record.subjects(); subject++) {
            if (record.counts(subject) && baseline.counts(subject)) {
                long longer = baseline.wait(subject) - record.wait(subject);
                // a wait that is open in the record may go on in the baseline, whose time may be longer
                double difference = record.hasEnded(subject) ? Math.abs(longer) : Math.max(0, -longer);
                all.add(difference, record.wait(subject));
                groups.computeIfAbsent(record.group(subject), none -> new Sum()).add(difference, record.wait(subject));
            }
        }
        SortedMap<Group, Double> means = new TreeMap<>();
        groups.forEach((group, sum) -> means.put(group, sum.mean()));
        means.put(Group.ALL, all.mean());
        double percent = all.waits == 0 ? all.difference == 0 ? 0 : 100 : 100 * all.difference / all.waits;
        return new ModelError(all.mean(), percent, means);
    }
}
