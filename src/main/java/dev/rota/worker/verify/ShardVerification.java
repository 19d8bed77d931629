package dev.rota.worker.verify;

import dev.rota.engine.Ids;
import dev.rota.engine.Nullable;
import dev.rota.shards.Batch;
import dev.rota.shards.DeadLetter;
import dev.rota.shards.ShardBlock;
import dev.rota.worker.TransactionExecutor;
import dev.rota.worker.state.ShardStates;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;

/**
 * Holds a pool's blocks against their batches: each shard's hash chain from its first block on, and every batch executed
 * again on the state that the blocks before it made. It is given batches, blocks and dead letters in the order in which
 * the pool's scheduler has made them.
 */
public final class ShardVerification implements AutoCloseable {

    /**
     * Whether what is given is all that ever was.
     *
     * @param batches none of them was deleted
     * @param deadLetters none of them was deleted
     */
    public record Kept(boolean batches, boolean deadLetters) {
        public static final Kept ALL = new Kept(true, true);
    }

    private final ShardStates states;
    private final TransactionExecutor executor;
    private final Kept kept;
    private final SortedMap<String, ShardWalk> walks = new TreeMap<>(Ids.BY_BYTES);

    /** The shard whose report is being told: its block first, then its dead letters, and nothing in between. */
    @Nullable
    private ShardWalk told;

    public ShardVerification(String pool, TransactionExecutor executor, Kept kept) {
        this.states = ShardStates.temporary(pool);
        this.executor = executor;
        this.kept = kept;
    }

    /** Takes the next of a pool's records; what is neither batch nor block nor dead letter says nothing. */
    public void take(SpecificRecord record) {
        if (record instanceof DeadLetter letter) {
            ShardWalk walk = turnTo(letter.getShard());
            walk.take(letter);
        } else if (record instanceof ShardBlock block) {
            settle();
            turnTo(block.getShard()).take(block);
        } else if (record instanceof Batch batch) {
            settle();
            walk(batch.getShard()).take(batch);
        }
    }

    private ShardWalk turnTo(String shard) {
        ShardWalk walk = walk(shard);
        if (walk != told) {
            settle();
            told = walk;
        }
        return walk;
    }

    private ShardWalk walk(String shard) {
        return walks.computeIfAbsent(shard, id -> new ShardWalk(id, states, executor, kept));
    }

    private void settle() {
        if (told != null) {
            told.settle();
            told = null;
        }
    }

    /** What it has come to, by shard in the order of the names' bytes. Shards without a block are among them. */
    public List<VerifiedShard> end() {
        settle();
        return walks.values().stream().map(ShardWalk::verified).toList();
    }

    @Override
    public void close() {
        states.close();
    }
}
