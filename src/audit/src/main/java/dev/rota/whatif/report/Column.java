package dev.rota.whatif.report;

import dev.rota.workload.whatif.Figures;
import dev.rota.workload.whatif.Group;
import dev.rota.workload.whatif.Tally;
import dev.rota.workload.whatif.WaitSeries;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What happened in the record or in one world.
 *
 * @param series the waits by the time at which they began
 * @param sources how often each source of a duration was used
 * @param rejections the messages of the first rejections
 * @param rejected the number of rejections
 */
public record Column(
        SortedMap<Group, Figures> figures,
        WaitSeries series,
        SortedMap<String, Long> sources,
        List<String> rejections,
        long rejected) {

    /** Returns a column of the record, which uses no model. */
    public static Column recorded(Tally tally) {
        return new Column(
                tally.figures(), tally.series(), Collections.unmodifiableSortedMap(new TreeMap<>()), List.of(), 0);
    }
}
