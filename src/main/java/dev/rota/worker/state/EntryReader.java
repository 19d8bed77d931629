package dev.rota.worker.state;

import dev.rota.engine.Nullable;

/** Reads committed entries. */
@FunctionalInterface
interface EntryReader {

    /** The value of a shard's key; null if there is none. */
    @Nullable
    byte[] get(String shard, byte[] key);
}
