package dev.rota.worker;

import dev.rota.engine.Nullable;

/** A shard's state before a batch. */
public interface ParentState {

    String pool();

    String shard();

    /** The height of the block that the batch follows; 0 if there is none yet. */
    long height();

    /** An entry's value, which the caller must not change; null if there is none. */
    @Nullable
    byte[] get(byte[] key);
}
