package dev.rota.worker.state;

import dev.rota.serde.UnreadableValue;
import dev.rota.serde.Wire;
import dev.rota.settings.Settings;

/** Reads a pool's states up to all blocks that are committed now. */
public final class LatestStates {

    private LatestStates() {}

    /** Returns the states, which the caller must close. */
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
