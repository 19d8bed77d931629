package dev.rota.worker.state;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Nullable;
import dev.rota.serde.Unreadable;
import dev.rota.serde.Wire;
import dev.rota.settings.Settings;
import dev.rota.shards.ShardBlock;
import java.util.SortedMap;

/**
 * A shard as its committed blocks make it.
 *
 * @param worker who has executed the latest block
 * @param entries of its state, in the order of the keys' bytes
 */
public record ShardAtEnd(Head head, String worker, SortedMap<byte[], byte[]> entries) {

    /**
     * Reads a shard's blocks from the first one on.
     *
     * @return null where it has none
     * @throws BrokenHistory where they do not follow from one another
     */
    public static @Nullable ShardAtEnd read(Settings settings, Wire wire, String pool, String shard)
            throws Unreadable, InterruptedException {
        try (ShardStates states = ShardStates.temporary(pool);
                BlockReader reader = BlockReader.of(settings, wire, pool, shard.getBytes(UTF_8))) {
            ShardBlock last = null;
            while (!reader.atFirstEnd()) {
                for (ShardBlock block : reader.poll(ShardFollower.POLL)) {
                    if (block.getShard().equals(shard) && states.apply(block)) {
                        last = block;
                    }
                }
                states.commit(reader.positions());
            }
            return last == null ? null : new ShardAtEnd(states.head(shard), last.getWorker(), states.entries(shard));
        }
    }
}
