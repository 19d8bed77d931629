package dev.rota.engine;

import org.apache.avro.specific.SpecificRecord;

/**
 * One output record.
 *
 * @param output the topic
 * @param unit whose decision it is; "" for the nameless unit
 * @param seq its place among the unit's records, dense from 1; 0 for a checkpoint, which has none
 * @param cause the log record that caused it
 * @param rules the rules number that decided
 * @param time the unit's time
 * @param avro the value as bare Avro bytes
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
