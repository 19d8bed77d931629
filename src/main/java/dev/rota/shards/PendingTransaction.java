package dev.rota.shards;

import java.nio.ByteBuffer;

/** A transaction that is in no block yet. */
record PendingTransaction(String id, ByteBuffer payload) {

    /** The size of its payload. */
    int bytes() {
        return payload.remaining();
    }
}
