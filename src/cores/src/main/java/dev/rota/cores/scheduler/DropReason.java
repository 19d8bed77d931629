package dev.rota.cores.scheduler;

/** Reasons for which a claim is dropped before it is backed. */
public enum DropReason {
    /** Its attempts are used up. */
    RETRIES_EXHAUSTED,
    /** Its para is no longer a live parathread. */
    DEREGISTERED,
    /** The session has no cores for parathreads. */
    NO_THREAD_CORES
}
