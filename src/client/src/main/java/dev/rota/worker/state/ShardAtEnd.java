package dev.rota.worker.state;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Nullable;
import dev.rota.serde.UnreadableValue;
import dev.rota.serde.Wire;
import dev.rota.settings.Settings;
import dev.rota.shards.ShardBlock;
import java.util.SortedMap;

/**
 * A shard's state after its committed blocks.
 *
 * @param worker the worker that executed the latest block
 * @param entries its state's entries, in the order of the keys' bytes
 */
public record ShardAtEnd(Head head, String worker, SortedMap<byte[], byte[]> entries) {

    /**
     * Reads a shard's blocks from the first one on.
     *
     * @return null if it has none
     * @throws BrokenHistory if they do not follow from one another
     */
    public static @Nullable ShardAtEnd read(Settings settings, Wire wire, String pool, String shard)
            throws UnreadableValue, InterruptedException {
        try (ShardStates states = ShardStates.temporary(pool);
                BlockReader reader = BlockReader.of(settings, wire, pool, shard.getBytes(UTF_8))) {
            ShardBlock last = null;
            while (!reader.atFirstEnd()) {
                for (ShardBlock block : reader.poll(ShardFollower.POLL)) {
                    if (block.getShard().equals(shard) && states.apply(block)) {
                        last = block;
                    }
                }
                states.commit();
            }
            return last == null ? null : new ShardAtEnd(states.head(shard), last.getWorker(), states.entries(shard));
        }
    }
}
