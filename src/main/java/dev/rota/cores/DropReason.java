package dev.rota.cores;

/** Why a claim is dropped before it was backed. */
public enum DropReason {
    /** Its attempts are used up. */
    RETRIES_EXHAUSTED,
    /** Its para is no longer a live parathread. */
    DEREGISTERED,
    /** The session has no cores for parathreads. */
    NO_THREAD_CORES
}
