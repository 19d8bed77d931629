package dev.rota.worker.state;

import dev.rota.engine.Nullable;
import dev.rota.worker.ShardView;

/** A view of a shard's latest state, which does not change while the viewer holds the shard's turn. */
record LatestView(String pool, CachedShard cached, long height) implements ShardView {

    @Override
    public String shard() {
        return cached.name();
    }

    @Override
    public @Nullable byte[] get(byte[] key) {
        return cached.get(key);
    }
}
