package dev.rota.shards.shard;

import java.nio.ByteBuffer;

/** A transaction that is not in a block yet. */
public record PendingTransaction(String id, ByteBuffer payload) {

    /** Returns the size of the payload. */
    public int bytes() {
        return payload.remaining();
    }
}
