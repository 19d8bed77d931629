package dev.rota.engine;

import java.util.function.Predicate;
import org.apache.avro.specific.SpecificRecord;

/** What a domain has published: the records of its output topics. For those who report; no decision sees them. */
public interface OutputRecords {

    /**
     * A record as its topic holds it.
     *
     * @param seq its place in the unit's sequence
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
