package dev.rota.chunks.scheduler;

import dev.rota.engine.Reason;

/** Reasons for rejecting a network's event. */
enum ChunksReason implements Reason {
    /** A chunk's id or size is invalid. */
    CHUNK_INVALID,
    /** A chunk is listed again with another size. */
    CHUNK_EXISTS,
    /** A removed chunk or dataset is not listed. */
    CHUNK_UNKNOWN,
    /** The policy is invalid. */
    POLICY_INVALID,
    /** A ping has another spelling of a known worker's id, or would exceed the maximum number of workers. */
    PING_INVALID,
    /** A worker that is flagged or leaves is not in the set. */
    WORKER_UNKNOWN,
    /** The policy refuses overlaps, and a chunk's blocks overlap those of a listed chunk. */
    CHUNK_OVERLAPS,
    /** A chunk is to be replaced that is being replaced or waits to replace others. */
    CHUNK_BEING_REPLACED
}
