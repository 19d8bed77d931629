package dev.rota.chunks;

import dev.rota.engine.Reason;

/** Why an event of a network makes no sense, by itself or in the network's state. */
enum ChunksReason implements Reason {
    /** A chunk's id or size cannot be. */
    CHUNK_INVALID,
    /** A chunk is listed again with another size. */
    CHUNK_EXISTS,
    /** A chunk or dataset is removed that is not there. */
    CHUNK_UNKNOWN,
    /** A policy that contradicts itself. */
    POLICY_INVALID,
    /** A ping under another text of an id that a worker has, or one worker too many. */
    PING_INVALID,
    /** A worker is judged or leaves that is not in the set. */
    WORKER_UNKNOWN
}
