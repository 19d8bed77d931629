package dev.rota.worker.verify;

import dev.rota.engine.Nullable;
import dev.rota.worker.state.Head;
import java.util.Locale;

/**
 * The result of verifying one shard.
 *
 * @param blocks the number of valid blocks, from the first one on
 * @param transactions the number of transactions in them
 * @param head the last of them
 * @param notCompared the blocks whose batches no longer exist, as {@code 1 to 7, 12}; empty if there are none
 * @param divergence the first divergence, or null if there is none
 */
public record VerifiedShard(
        String shard,
        long blocks,
        long transactions,
        Head head,
        String notCompared,
        @Nullable String divergence) {

    public boolean holds() {
        return divergence == null;
    }

    /** Returns the result in one line. */
    public String sentence() {
        String counted = String.format(
                Locale.ROOT,
                "shard %s: %,d %s, %,d %s",
                shard,
                blocks,
                blocks == 1 ? "block" : "blocks",
                transactions,
                transactions == 1 ? "transaction" : "transactions");
        if (divergence != null) {
            return counted + (blocks == 1 ? " holds, but " : " hold, but ") + divergence;
        }
        if (blocks == 0) {
            return counted + "; a stateless pool has receipts instead, which rota audit shards recomputes";
        }
        String compared = notCompared.isEmpty()
                ? ", every batch executed again alike"
                : "; not compared, for their batches are no longer there: blocks " + notCompared
                        + "; every other batch executed again alike";
        return counted + ", hash chain whole" + compared + "; head " + head.height() + " " + head.hash();
    }
}
