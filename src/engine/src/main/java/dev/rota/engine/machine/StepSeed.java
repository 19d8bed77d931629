package dev.rota.engine.machine;

import dev.rota.engine.Key;
import dev.rota.engine.Position;
import dev.rota.engine.StepRandom;
import dev.rota.engine.schema.Avro;

/**
 * The seed of a step's random numbers. No two steps of a log have the same.
 * @param domain the domain's name
 * @param cause the log record
 * @param now the step's time
 */
record StepSeed(String domain, String unit, Position cause, long now) {

    /** Returns the random numbers of a step that begins. */
    StepRandom random() {
        return seeded(key());
    }

    /**
     * Returns the random numbers of a step that continues another. Both have the same position and time, but the
     * numbers must not repeat.
     * @param seq the number of the unit's latest decision
     */
    StepRandom continued(long seq) {
        return seeded(key().number(seq));
    }

    private Key.Builder key() {
        return Key.of()
                .text(domain)
                .text(unit)
                .number(cause.partition())
                .number(cause.offset())
                .number(now);
    }

    private static StepRandom seeded(Key.Builder key) {
        return new StepRandom(Avro.sha256().digest(key.end().bytes()));
    }
}
