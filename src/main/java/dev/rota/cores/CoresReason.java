package dev.rota.cores;

import dev.rota.engine.Reason;

/** Reasons for rejecting a relay chain's event or a part of it. */
enum CoresReason implements Reason {
    /** The chain has no session yet. */
    NO_SESSION,
    /** A block that starts with a number not above the last one's, or before the last one has ended. */
    BLOCK_OUT_OF_ORDER,
    /** A block that starts with a number too far above the last one's to be right. */
    BLOCK_TOO_FAR_AHEAD,
    /** A block that ends and is not the open one. */
    BLOCK_NOT_STARTED,
    /** A backed core that was not scheduled, or was backed before. */
    CORE_NOT_SCHEDULED,
    /** A freed core that is not occupied, or was freed before. */
    CORE_NOT_OCCUPIED,
    /** A session's configuration, paras, validators or randomness is invalid. */
    CONFIG_INVALID,
    /** A claim on a para that is not a live parathread. */
    NOT_LIVE,
    /** A claim that finds the queue full. */
    QUEUE_FULL,
    /** A claim on a para that already has one queued, scheduled or on a core. */
    ALREADY_CLAIMED
}
