package dev.rota.worker;

import dev.rota.engine.Nullable;

/** The state of a shard before a batch, after the batch's parent block. */
public interface ParentState {

    String pool();

    String shard();

    /** Returns the height of the parent block, or 0 if there is none yet. */
    long height();

    /** Returns the value of an entry, which the caller must not change, or null if it does not exist. */
    @Nullable
    byte[] get(byte[] key);
}
