package dev.rota.worker.state;

import dev.rota.serde.UnreadableValue;
import dev.rota.serde.Wire;
import dev.rota.settings.Settings;

/** A pool's states after all blocks that are committed now, for a single look. */
public final class LatestStates {

    private LatestStates() {}

    /** The caller closes them. */
    public static ShardStates of(Settings settings, Wire wire, String pool)
            throws UnreadableValue, InterruptedException {
        ShardStates states = ShardStates.temporary(pool);
        try (BlockReader reader = BlockReader.toEnd(settings, wire, pool)) {
            while (!reader.atFirstEnd()) {
                reader.poll(ShardFollower.POLL).forEach(states::apply);
                states.commit();
            }
            return states;
        } catch (RuntimeException | UnreadableValue | InterruptedException e) {
            states.close();
            throw e;
        }
    }
}
