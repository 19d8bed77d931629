package dev.rota.engine;

/**
 * What one step may emit.
 *
 * @param outputBytesMax after so many bytes it continues in a following step
 * @param outputBytesCeiling with more than so many it fails
 */
record StepLimit(long outputBytesMax, long outputBytesCeiling) {

    /** That of every log. Tests have smaller ones, which decide otherwise. */
    static final StepLimit OF_LOGS = new StepLimit(Limits.STEP_OUTPUT_BYTES_MAX, Limits.STEP_OUTPUT_BYTES_CEILING);
}
