package dev.rota.worker.state;

import dev.rota.engine.Nullable;
import dev.rota.worker.ShardView;

/** A view of a shard's latest state, which does not change while the viewer holds the shard's turn. */
public record LatestView(ShardStates states, String shard, long height) implements ShardView {

    @Override
    public String pool() {
        return states.pool();
    }

    @Override
    public @Nullable byte[] get(byte[] key) {
        return states.get(shard, key);
    }
}
