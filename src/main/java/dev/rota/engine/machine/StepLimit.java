package dev.rota.engine.machine;

import dev.rota.engine.Limits;

/**
 * The limits of one step's outputs.
 *
 * @param outputBytesMax beyond this the step continues in a following one
 * @param outputBytesCeiling beyond this the step fails
 */
record StepLimit(long outputBytesMax, long outputBytesCeiling) {

    /** The limits of every real log. Tests use smaller ones; decisions depend on them. */
    static final StepLimit OF_LOGS = new StepLimit(Limits.STEP_OUTPUT_BYTES_MAX, Limits.STEP_OUTPUT_BYTES_CEILING);
}
