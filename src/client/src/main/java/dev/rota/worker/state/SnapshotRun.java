package dev.rota.worker.state;

import dev.rota.engine.Nullable;
import dev.rota.serde.UnreadableValue;
import dev.rota.serde.Wire;
import dev.rota.settings.Settings;
import dev.rota.worker.WorkerRefused;
import java.nio.file.Path;

/** Takes a snapshot of a pool's shards from its committed blocks. */
public final class SnapshotRun {

    private SnapshotRun() {}

    /**
     * Reads the pool's blocks and writes a snapshot of what is committed now.
     *
     * @param from the folder of an earlier snapshot to continue from, or null to read from the first block on
     * @param to the folder of the new snapshot
     * @return the snapshot, which the caller closes
     */
    public static PoolSnapshot take(Settings settings, Wire wire, String pool, @Nullable Path from, Path to)
            throws UnreadableValue, InterruptedException {
        PoolSnapshot.requireOwn(to, pool);
        PoolSnapshot.requireWritable(to);
        try (BlockReader reader = BlockReader.toEnd(settings, wire, pool);
                ShardStates states = ShardStates.temporary(pool)) {
            StatesStart.at(states, reader, null, from);
            while (!reader.atFirstEnd()) {
                reader.poll(ShardFollower.POLL).forEach(states::apply);
                states.commit();
            }
            states.commit(reader.positions());
            if (states.shards() == 0) {
                throw new WorkerRefused("expected blocks of pool " + pool + ", but there are none: name a pool that has"
                        + " executed something");
            }
            return states.save(to);
        }
    }
}
