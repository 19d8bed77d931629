package dev.rota.shards.shard;

import java.nio.ByteBuffer;

/** A transaction that is in no block yet. */
public record PendingTransaction(String id, ByteBuffer payload) {

    /** The size of its payload. */
    public int bytes() {
        return payload.remaining();
    }
}
