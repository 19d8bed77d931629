package dev.rota.whatif.report;

import dev.rota.workload.whatif.Figures;
import dev.rota.workload.whatif.Group;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What happened in the record or in one world.
 *
 * @param sources how often each source of a duration was used
 * @param rejections the messages of the first rejections
 * @param rejected the number of rejections
 */
public record Column(
        SortedMap<Group, Figures> figures, SortedMap<String, Long> sources, List<String> rejections, long rejected) {

    /** Returns a column of the record, which uses no model. */
    public static Column recorded(SortedMap<Group, Figures> figures) {
        return new Column(figures, Collections.unmodifiableSortedMap(new TreeMap<>()), List.of(), 0);
    }
}
