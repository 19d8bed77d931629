package dev.rota.shards.scheduler;

import dev.rota.engine.Rejection;
import dev.rota.shards.DeadLetter;
import dev.rota.shards.DeadLetterReason;
import dev.rota.shards.ShardCause;
import dev.rota.shards.ShardState;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;

/** Checks one pool's decisions in their order, as a consumer with the events that the pool accepts could. */
public final class PoolHistory {

    public static final String POOL = RandomHistory.POOL;

    private final ShardsInvariants invariants = new ShardsInvariants();
    private final SortedMap<ShardCause, Integer> causes = new TreeMap<>();
    private final SortedMap<DeadLetterReason, Integer> dead = new TreeMap<>();

    /** Takes an event that the pool accepts now or later. Events of a shard are taken in the order of their arrival. */
    public void know(SpecificRecord event) {
        invariants.accept(event);
    }

    /** Takes the next decision, and checks it against those before it. */
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

    /** Asserts that nothing waits, and that everything that was accepted is in a block or dead. */
    public void end() {
        invariants.end();
    }

    /** Returns how often each cause changed a shard's state. */
    public SortedMap<ShardCause, Integer> causes() {
        return causes;
    }

    /** Returns the number of dead letters by reason. */
    public SortedMap<DeadLetterReason, Integer> dead() {
        return dead;
    }
}
