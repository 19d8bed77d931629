package dev.rota.whatif.report;

import dev.rota.engine.Nullable;
import dev.rota.workload.whatif.PartyModel.WaitUnit;
import java.util.List;

/**
 * The answer of a what-if.
 *
 * @param records the number of records of the unit in the record
 * @param head the head of the unit's chain at the end of the record, and its sequence number
 * @param from the time of the branch
 * @param to the time up to which the worlds were decided
 * @param history what is to be known of a record that is a history; null if it is a log
 * @param gaps the interruptions of the record in this time, ascending
 * @param worlds the columns, or null if the change is empty
 * @param limits what the model leaves out
 */
public record Comparison(
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
        @Nullable Worlds worlds,
        List<String> limits) {

    /**
     * The record, and the worlds.
     *
     * @param baselines the baseline of each run
     * @param changes the changed world of each run
     * @param slower the subjects that wait longest in addition
     * @param faster the subjects that wait least in comparison
     */
    public record Worlds(
            Column record,
            List<Column> baselines,
            List<Column> changes,
            ModelError error,
            List<Changed> slower,
            List<Changed> faster) {

        public Column baseline() {
            return baselines.get(0);
        }

        public Column change() {
            return changes.get(0);
        }
    }
}
