package dev.rota.engine.machine;

import dev.rota.engine.Domain;
import dev.rota.engine.Limits;

/**
 * The limits of one step's outputs. Decisions depend on them.
 * @param outputBytesMax the size beyond which the step continues in a following one
 * @param outputBytesCeiling the size beyond which the step fails
 */
public record StepLimit(long outputBytesMax, long outputBytesCeiling) {

    /** Returns the limits for a domain's logs; tests use smaller ones. */
    public static StepLimit of(Domain domain) {
        return of(domain.stepOutputBytesMax());
    }

    public static StepLimit of(long outputBytesMax) {
        return new StepLimit(outputBytesMax, outputBytesMax + Limits.ACTION_OUTPUT_BYTES_MAX);
    }
}
