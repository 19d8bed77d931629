package dev.rota.worker.verify;

import dev.rota.engine.Nullable;
import dev.rota.worker.state.Head;
import java.util.Locale;

/**
 * What the verification of one shard came to.
 *
 * @param blocks that follow from one another, from the first one on
 * @param transactions in these blocks
 * @param head of the last of them
 * @param notCompared which blocks' batches are no longer there, as {@code 1 to 7, 12}; empty: none
 * @param divergence the first thing that does not hold; null: all holds
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

    /** What is to be said of it, in one line. */
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
        String compared = notCompared.isEmpty()
                ? ", every batch executed again alike"
                : "; not compared, for their batches are no longer there: blocks " + notCompared
                        + "; every other batch executed again alike";
        return counted + ", hash chain whole" + compared + "; head " + head.height() + " " + head.hash();
    }
}
