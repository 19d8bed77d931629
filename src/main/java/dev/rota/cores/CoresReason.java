package dev.rota.cores;

import dev.rota.engine.Reason;

/** Why an event of a relay chain, or a part of it, makes no sense in the chain's state. */
enum CoresReason implements Reason {
    /** The chain has no session yet. */
    NO_SESSION,
    /** A block starts that is not above the last one, or before the last one has ended. */
    BLOCK_OUT_OF_ORDER,
    /** A block ends that is not the open one. */
    BLOCK_NOT_STARTED,
    /** A core is backed that nobody was scheduled on, or that was backed before. */
    CORE_NOT_SCHEDULED,
    /** A core is freed that is not occupied, or that was freed before. */
    CORE_NOT_OCCUPIED,
    /** A session's configuration, paras, validators or randomness cannot be. */
    CONFIG_INVALID,
    /** A claim on a para that is no live parathread. */
    NOT_LIVE,
    /** A claim for which the queue has no place. */
    QUEUE_FULL,
    /** A claim on a para that has one queued, scheduled or on a core. */
    ALREADY_CLAIMED
}
