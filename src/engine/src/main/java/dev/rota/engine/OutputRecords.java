package dev.rota.engine;

import java.util.SortedMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.avro.specific.SpecificRecord;

/** The records of a domain's output topics. Only for reports: no decision may depend on them. */
public interface OutputRecords {

    /**
     * A record as stored in its topic.
     * @param seq its sequence number within the unit
     * @param time the time of the log record that caused it
     */
    record OutputRecord<T>(long seq, long time, T value) {}

    /**
     * Passes a unit's records with a key to {@code wanted}, in their order.
     * @param wanted returns whether further records are wanted
     */
    <T extends SpecificRecord> void of(String unit, Output<T> output, String key, Predicate<OutputRecord<T>> wanted);

    /**
     * Passes a unit's records to {@code wanted}, those of one key in their order.
     * @param from the earliest time of a causing log record; some earlier records may be passed too
     * @param wanted returns whether further records of the same partition are wanted
     */
    <T extends SpecificRecord> void of(String unit, Output<T> output, long from, Predicate<OutputRecord<T>> wanted);

    /**
     * Passes a unit's records after a position to {@code taker}, those of one key in their order, and moves the position
     * behind them.
     *
     * @param position the offset of the first record to be read, by partition; empty to begin with the first records
     */
    <T extends SpecificRecord> void after(
            String unit, Output<T> output, SortedMap<Integer, Long> position, Consumer<OutputRecord<T>> taker);
}
