package dev.rota.shards;

import dev.rota.engine.Rejection;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;

/** One pool's decisions in their order, as an outsider follows them who knows what the pool takes. */
public final class PoolHistory {

    /** Whose history it is. */
    public static final String POOL = RandomHistory.POOL;

    private final ShardsInvariants invariants = new ShardsInvariants();
    private final SortedMap<ShardCause, Integer> causes = new TreeMap<>();
    private final SortedMap<DeadLetterReason, Integer> dead = new TreeMap<>();

    /** Knows of an event that is accepted sooner or later; of one shard, in the order of their arrival. */
    public void know(SpecificRecord event) {
        invariants.accept(event);
    }

    /** Takes the next decision; it holds together with those before it. */
    public void take(SpecificRecord decision) {
        if (decision instanceof Rejection rejection) {
            invariants.decided(rejection.getReason());
            return;
        }
        invariants.decided(decision);
        if (decision instanceof ShardState state) {
            causes.merge(state.getCause(), 1, Integer::sum);
        } else if (decision instanceof DeadLetter letter) {
            dead.merge(letter.getReason(), 1, Integer::sum);
        }
    }

    /** Nothing waits, and all that was accepted is in a block or dead. */
    public void end() {
        invariants.end();
    }

    /** How often a shard's state changed so. */
    public SortedMap<ShardCause, Integer> causes() {
        return causes;
    }

    /** How many died of what. */
    public SortedMap<DeadLetterReason, Integer> dead() {
        return dead;
    }
}
