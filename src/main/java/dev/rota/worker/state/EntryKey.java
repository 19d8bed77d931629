package dev.rota.worker.state;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Nullable;
import java.util.Arrays;

/** A key of one shard's state. */
final class EntryKey {

    private final String shard;
    private final byte[] key;
    private final int hash;

    EntryKey(String shard, byte[] key) {
        this.shard = shard;
        this.key = key;
        this.hash = 31 * shard.hashCode() + Arrays.hashCode(key);
    }

    String shard() {
        return shard;
    }

    byte[] key() {
        return key;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof EntryKey that
                && hash == that.hash
                && shard.equals(that.shard)
                && Arrays.equals(key, that.key);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return shard + " " + new String(key, UTF_8);
    }
}
