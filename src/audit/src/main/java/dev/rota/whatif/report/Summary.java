package dev.rota.whatif.report;

import dev.rota.engine.Nullable;
import dev.rota.workload.whatif.Figures;
import dev.rota.workload.whatif.Group;
import dev.rota.workload.whatif.PartyModel.WaitUnit;
import dev.rota.workload.whatif.Tally;
import dev.rota.workload.whatif.Waits;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A comparison in numbers, for people and programs.
 *
 * @param history what is to be known of a record that is a history; null if it is a log
 * @param gaps the interruptions of the record in the compared time
 * @param fromAfterGaps the beginning of a comparison without them, or null if they leave no time
 * @param difference false if the change is empty, so that nothing was modelled
 * @param modelError the mean difference between the waits of a subject in the record and in the baseline
 * @param modelErrorPercent the same in percent of the mean wait in the record
 * @param groups the figures of each group, those of all subjects first
 * @param course the waits by the time at which they began
 * @param sources where durations in the changed world come from
 * @param rejected the number of rejections in the baseline and in the changed world
 * @param rejections the first messages of rejections in the changed world
 */
public record Summary(
        String domain,
        String unit,
        long records,
        String head,
        long seq,
        long from,
        long to,
        WaitUnit waitUnit,
        @Nullable List<String> history,
        List<Gap> gaps,
        @Nullable Long fromAfterGaps,
        boolean difference,
        double modelError,
        double modelErrorPercent,
        List<Row> groups,
        List<Changed> slower,
        List<Changed> faster,
        Course course,
        SortedMap<String, Long> sources,
        Rejected rejected,
        List<String> rejections,
        List<String> limits) {

    /**
     * The figures of one group: in the record, and in each run of the two worlds.
     *
     * @param modelError the mean difference between its waits in the record and in the baseline; null if it has none
     */
    public record Row(
            String group, @Nullable Double modelError, Numbers record, List<Numbers> baseline, List<Numbers> change) {

        /** Returns the figures of a group that does not occur under another change. */
        Row withoutChange() {
            return new Row(
                    group,
                    modelError,
                    record,
                    baseline,
                    change.stream().map(none -> Numbers.of(null)).toList());
        }
    }

    /** The numbers of rejections. */
    public record Rejected(long baseline, long change) {}

    /** A number, and whether a wait that had not ended could make it larger. */
    public record Amount(double value, boolean atLeast) {}

    /**
     * The figures of a group in one world.
     *
     * @param spread the wait that a tenth, a quarter, three quarters and nine tenths of all do not exceed
     * @param number the number of subjects
     * @param open the number of those that were not served
     * @param parties the number of bots or workers that it had
     * @param utilisation the used part of the slots in percent, or null if there are none
     */
    public record Numbers(
            long number,
            long open,
            Amount mean,
            Amount p50,
            Amount p99,
            Amount max,
            List<Amount> spread,
            SortedMap<String, Long> counts,
            int parties,
            @Nullable Double utilisation) {

        static Numbers of(@Nullable Figures figures) {
            Figures present = figures == null ? Figures.NONE : figures;
            Waits waits = present.waits();
            return new Numbers(
                    waits.count(),
                    waits.open(),
                    number(waits.mean()),
                    number(waits.percentile(50)),
                    number(waits.percentile(99)),
                    number(waits.max()),
                    Stream.of(10, 25, 75, 90)
                            .map(percent -> number(waits.percentile(percent)))
                            .toList(),
                    present.counts(),
                    present.parties(),
                    present.slotTime() == 0 ? null : 100 * present.utilisation());
        }

        private static Amount number(Waits.Stat stat) {
            return new Amount(stat.value(), stat.atLeast());
        }
    }

    public static Summary of(Comparison comparison) {
        Comparison.Worlds worlds = comparison.worlds();
        Column nothing = Column.recorded(new Tally());
        return new Summary(
                comparison.domain(),
                comparison.unit(),
                comparison.records(),
                comparison.head(),
                comparison.seq(),
                comparison.from(),
                comparison.to(),
                comparison.waitUnit(),
                comparison.history(),
                comparison.gaps(),
                fromAfter(comparison),
                worlds != null,
                worlds == null ? 0 : worlds.error().mean(),
                worlds == null ? 0 : worlds.error().percent(),
                worlds == null ? List.of() : rows(worlds),
                worlds == null ? List.of() : worlds.slower(),
                worlds == null ? List.of() : worlds.faster(),
                worlds == null ? Course.NONE : Course.of(worlds),
                worlds == null ? nothing.sources() : worlds.change().sources(),
                worlds == null
                        ? new Rejected(0, 0)
                        : new Rejected(
                                worlds.baseline().rejected(), worlds.change().rejected()),
                worlds == null ? List.of() : worlds.change().rejections(),
                comparison.limits());
    }

    /** Returns whether there is a wait in the record that the baseline can be compared with. */
    public boolean hasModelError() {
        return history == null || groups.stream().anyMatch(row -> row.record().number() > 0);
    }

    private static @Nullable Long fromAfter(Comparison comparison) {
        List<Gap> gaps = comparison.gaps();
        long after = gaps.isEmpty() ? Long.MAX_VALUE : gaps.get(gaps.size() - 1).to() + 1;
        return after < comparison.to() ? Long.valueOf(after) : null;
    }

    private static List<Row> rows(Comparison.Worlds worlds) {
        TreeSet<Group> groups = new TreeSet<>(worlds.record().figures().keySet());
        worlds.baselines().forEach(column -> groups.addAll(column.figures().keySet()));
        worlds.changes().forEach(column -> groups.addAll(column.figures().keySet()));
        List<Row> rows = new ArrayList<>();
        for (Group group : groups) {
            rows.add(new Row(
                    group.toString(),
                    worlds.error().groups().get(group),
                    Numbers.of(worlds.record().figures().get(group)),
                    worlds.baselines().stream()
                            .map(column -> Numbers.of(column.figures().get(group)))
                            .toList(),
                    worlds.changes().stream()
                            .map(column -> Numbers.of(column.figures().get(group)))
                            .toList()));
        }
        return rows;
    }
}
