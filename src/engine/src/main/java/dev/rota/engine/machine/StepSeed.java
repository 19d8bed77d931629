package dev.rota.engine.machine;

import dev.rota.engine.Key;
import dev.rota.engine.StepRandom;
import dev.rota.engine.schema.Avro;

/**
 * The seed of a step's random numbers. No two steps of a unit have the same, and none depends on where the unit's log
 * lies.
 *
 * @param domain the domain's name
 * @param record the number of the record among those of the unit that are accepted, from 1
 * @param now the step's time
 * @param step the number of the step among those of the record, from 1
 */
record StepSeed(String domain, String unit, long record, long now, int step) {

    StepRandom random() {
        return new StepRandom(Avro.sha256()
                .digest(Key.of()
                        .text(domain)
                        .text(unit)
                        .number(record)
                        .number(now)
                        .number(step)
                        .end()
                        .bytes()));
    }
}
