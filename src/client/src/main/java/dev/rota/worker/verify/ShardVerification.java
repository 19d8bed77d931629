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
 * Verifies a pool's blocks: each shard's hash chain from its first block on, and every batch by executing it again on
 * the state after the preceding blocks. It takes batches, blocks and dead letters in the order in which the pool's
 * scheduler emitted them.
 */
public final class ShardVerification implements AutoCloseable {

    /**
     * The parts of the input that are complete.
     *
     * @param batches whether no batch was deleted
     * @param deadLetters whether no dead letter was deleted
     */
    public record Kept(boolean batches, boolean deadLetters) {
        public static final Kept ALL = new Kept(true, true);
    }

    private final ShardStates states;
    private final TransactionExecutor executor;
    private final Kept kept;
    private final SortedMap<String, ShardWalk> walks = new TreeMap<>(Ids.BY_BYTES);

    /** The shard whose report is being read: its block, directly followed by its dead letters. */
    @Nullable
    private ShardWalk current;

    public ShardVerification(String pool, TransactionExecutor executor, Kept kept) {
        this.states = ShardStates.temporary(pool);
        this.executor = executor;
        this.kept = kept;
    }

    /** Adds the pool's next record; ignores all but batches, blocks and dead letters. */
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
        if (walk != current) {
            settle();
            current = walk;
        }
        return walk;
    }

    private ShardWalk walk(String shard) {
        return walks.computeIfAbsent(shard, id -> new ShardWalk(id, states, executor, kept));
    }

    private void settle() {
        if (current != null) {
            current.settle();
            current = null;
        }
    }

    /**
     * Ends the verification; returns the results by shard, in the order of the names' bytes, including shards without
     * a block.
     */
    public List<VerifiedShard> end() {
        settle();
        return walks.values().stream().map(ShardWalk::verified).toList();
    }

    @Override
    public void close() {
        states.close();
    }
}
