package dev.rota.worker.state;

import dev.rota.engine.Nullable;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Decides where following a pool starts: after the states of a folder, after a snapshot, or at the first block. */
final class StatesStart {

    private static final Logger LOG = LoggerFactory.getLogger(StatesStart.class);

    private StatesStart() {}

    /** Moves states and reader to the same position. Existing states are continued, and the snapshot is ignored. */
    static void at(ShardStates states, BlockReader reader, @Nullable Path folder, @Nullable Path snapshot) {
        Positions known = states.positions();
        if (known != null) {
            reader.start(known, String.valueOf(folder));
            if (snapshot != null) {
                LOG.info("{} has a state already; the snapshot in {} is not needed", folder, snapshot);
            }
        } else if (snapshot != null) {
            try (PoolSnapshot from = PoolSnapshot.open(snapshot)) {
                from.require(states.pool(), reader.topic(), reader.topicId());
                reader.start(from.positions(), String.valueOf(snapshot));
                states.load(from);
            }
        } else {
            reader.start(null, "");
        }
    }
}
