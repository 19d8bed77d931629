package dev.rota.worker.state;

import dev.rota.engine.Nullable;

/** Reads committed entries. */
@FunctionalInterface
interface EntryReader {

    /** Returns the value of a shard's key, or null if it does not exist. */
    @Nullable
    byte[] get(String shard, byte[] key);
}
