package dev.rota.workload.whatif;

import org.apache.avro.specific.SpecificRecord;

/**
 * An event of a unit, at its time in the log.
 *
 * @param topic the input, without prefix
 * @param adopted whether a mapping made it from a record of an adopted topic
 */
public record Happening(long time, String topic, SpecificRecord value, boolean adopted) {

    /** Returns the same event with another value. */
    public Happening with(SpecificRecord other) {
        return new Happening(time, topic, other, adopted);
    }
}
