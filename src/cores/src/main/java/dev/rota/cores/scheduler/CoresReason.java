package dev.rota.cores.scheduler;

import dev.rota.engine.Reason;

/** Reasons for rejecting a relay chain's event or a part of it. */
enum CoresReason implements Reason {
    /** The chain has no session yet. */
    NO_SESSION,
    /** A block starts with a number that is not above the last one's, or before the last one has ended. */
    BLOCK_OUT_OF_ORDER,
    /** A block starts with a number that is too far above the last one's. */
    BLOCK_TOO_FAR_AHEAD,
    /** A block ends that is not the open one. */
    BLOCK_NOT_STARTED,
    /** A backed core was not scheduled, or was backed before. */
    CORE_NOT_SCHEDULED,
    /** A freed core is not occupied, or was freed before. */
    CORE_NOT_OCCUPIED,
    /** A session's configuration, paras, validators or randomness is invalid. */
    CONFIG_INVALID,
    /** The para of a claim is not a live parathread. */
    NOT_LIVE,
    /** The queue is full. */
    QUEUE_FULL,
    /** The para of a claim already has one that is queued, scheduled or on a core. */
    ALREADY_CLAIMED
}
