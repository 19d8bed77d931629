package dev.rota.engine;

import org.apache.avro.specific.SpecificRecord;

/**
 * One output record.
 * @param output the topic
 * @param unit the unit that decided it; "" for the nameless unit
 * @param seq the record's sequence number within the unit, counted from 1 without gaps; 0 for a checkpoint, which has
 * none
 * @param cause the log record that caused it
 * @param rules the number of the rules that were in force
 * @param time the unit's time
 * @param avro the value as unframed Avro bytes
 */
public record Decision(
        Output<?> output,
        String unit,
        long seq,
        Position cause,
        int rules,
        long time,
        String key,
        SpecificRecord value,
        byte[] avro) {}
