package dev.rota.engine;

import java.util.function.Predicate;
import org.apache.avro.specific.SpecificRecord;

/** The records of a domain's output topics. For reports only: no decision may depend on them. */
public interface OutputRecords {

    /**
     * A record as stored in its topic.
     *
     * @param seq its sequence number within the unit
     * @param time of the log record that caused it
     */
    record OutputRecord<T>(long seq, long time, T value) {}

    /**
     * Hands out a unit's records with a key, those of one key in their order.
     *
     * @param wanted whether what follows is wanted too
     */
    <T extends SpecificRecord> void of(String unit, Output<T> output, String key, Predicate<OutputRecord<T>> wanted);

    /**
     * Hands out a unit's records, those of one key in their order.
     *
     * @param from the records of log records since this time, and maybe some before
     * @param wanted whether what follows in the same partition is wanted too
     */
    <T extends SpecificRecord> void of(String unit, Output<T> output, long from, Predicate<OutputRecord<T>> wanted);
}
