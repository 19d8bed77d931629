package dev.rota.chunks;

import dev.rota.engine.Reason;

/** Reasons for rejecting a network's event. */
enum ChunksReason implements Reason {
    /** A chunk's id or size is invalid. */
    CHUNK_INVALID,
    /** A chunk is listed again with another size. */
    CHUNK_EXISTS,
    /** A removed chunk or dataset that is not listed. */
    CHUNK_UNKNOWN,
    /** A policy that is invalid. */
    POLICY_INVALID,
    /** A ping with another spelling of a known worker's id, or of one worker too many. */
    PING_INVALID,
    /** A worker that is flagged or leaves and is not in the set. */
    WORKER_UNKNOWN
}
