package dev.rota.cores;

/** Why a claim is dropped before it came to its block. */
enum DropReason {
    /** It has had all its attempts. */
    RETRIES_EXHAUSTED,
    /** Its para is no live parathread any more. */
    DEREGISTERED,
    /** The session has no cores for parathreads. */
    NO_THREAD_CORES
}
