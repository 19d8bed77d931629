package dev.rota.worker;

import dev.rota.engine.Nullable;

/** A shard's state before a batch. */
public interface ShardView {

    String pool();

    String shard();

    /** Of the block that the batch follows; 0 where there is none yet. */
    long height();

    /** An entry's value, which the caller does not change; null where there is none. */
    @Nullable
    byte[] get(byte[] key);
}
