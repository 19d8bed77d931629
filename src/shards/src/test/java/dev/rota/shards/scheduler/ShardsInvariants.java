package dev.rota.shards.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Nullable;
import dev.rota.shards.Batch;
import dev.rota.shards.DeadLetter;
import dev.rota.shards.PoolControl;
import dev.rota.shards.ReceiptsCommitted;
import dev.rota.shards.ShardBlock;
import dev.rota.shards.ShardCause;
import dev.rota.shards.ShardPaused;
import dev.rota.shards.ShardResumed;
import dev.rota.shards.ShardState;
import dev.rota.shards.ShardStatus;
import dev.rota.shards.Transaction;
import dev.rota.shards.WorkerChange;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.WorkerReady;
import dev.rota.testing.Decider;
import dev.rota.testing.Moment;
import dev.rota.testing.TimedDecision;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;

/** Checks invariants of a pool's decisions moment by moment, from the outputs of any decider alone. */
final class ShardsInvariants {

    private final SortedMap<String, ObservedShard> shards = new TreeMap<>();
    private final SortedMap<String, Integer> slots = new TreeMap<>();

    /** PENDING shards, in the order in which they became so. */
    private final List<String> queue = new ArrayList<>();

    private long token;

    /** Asserts the invariants over a history, and that at its end everything accepted is in a block or dead. */
    static void assertHold(Decider<TimedDecision> decider, List<Moment> history) {
        meanwhile(decider, history).end();
    }

    /** Asserts the invariants over a history, at whose end work may be left. */
    static ShardsInvariants meanwhile(Decider<TimedDecision> decider, List<Moment> history) {
        ShardsInvariants invariants = new ShardsInvariants();
        for (Moment moment : history) {
            invariants.take(moment, decider.take(moment));
        }
        return invariants;
    }

    /** Checks the decisions of a moment, including those of timers before it. */
    private void take(Moment moment, List<TimedDecision> decided) {
        boolean rejected = decided.stream().anyMatch(told -> told.value() instanceof String);
        if (!rejected && moment.event() != null) {
            accept(moment.event());
        }
        decided.forEach(told -> decided(told.value()));
        if (!rejected && moment.event() instanceof WorkerEvent event && event.getEvent() instanceof WorkerReady ready) {
            slots.put(event.getWorker(), ready.getSlots());
        }
        shards.values().forEach(ObservedShard::rest);
    }

    /** Checks a decision against those before it. */
    void decided(Object decision) {
        if (decision instanceof ShardState state) {
            state(state);
        } else if (decision instanceof Batch batch) {
            shard(batch.getShard()).batch(batch);
            batch.getMore().forEach(this::decided);
        } else if (decision instanceof ReceiptsCommitted committed) {
            committed.getBatches().forEach(batch -> shard(batch.getShard()).executed(batch.getReceipts()));
        } else if (decision instanceof ShardBlock block) {
            shard(block.getShard()).block(block);
        } else if (decision instanceof DeadLetter letter) {
            shard(letter.getShard()).dead(letter);
        } else {
            assertThat(decision).isInstanceOfAny(String.class, WorkerChange.class);
        }
    }

    /** Takes an event that the pool accepts. */
    void accept(SpecificRecord event) {
        if (event instanceof Transaction transaction) {
            shard(transaction.getShard()).accept(transaction);
        } else if (event instanceof PoolControl control && control.getEvent() instanceof ShardPaused paused) {
            shard(paused.getShard()).paused = true;
        } else if (event instanceof PoolControl control && control.getEvent() instanceof ShardResumed resumed) {
            shard(resumed.getShard()).paused = false;
        } else if (event instanceof WorkerEvent worker && worker.getEvent() instanceof WorkerReady ready) {
            slots.merge(worker.getWorker(), ready.getSlots(), Math::max);
        }
    }

    private void state(ShardState state) {
        ObservedShard shard = shard(state.getShard());
        boolean moves = shard.status != state.getState();
        if (state.getCause() == ShardCause.DISPATCHED) {
            assertThat(queue.stream().filter(id -> id.equals(state.getShard()) || !shard(id).mayWait))
                    .as("the queue's head, but for shards that wait for another worker")
                    .startsWith(state.getShard());
            assertThat(state.getToken()).as("a token of %s", state).isGreaterThan(token);
            token = state.getToken() == null ? token : state.getToken();
        }
        shard.state(state);
        if (moves) {
            queue.remove(state.getShard());
            if (state.getState() == ShardStatus.PENDING) {
                queue.add(state.getShard());
            }
        }
        if (state.getCause() == ShardCause.DISPATCHED) {
            room(state.getWorker());
        }
    }

    /** Asserts that a worker that gets a shard has no more turns than slots. */
    private void room(@Nullable String worker) {
        assertThat(worker).isNotNull();
        long turns = shards.values().stream()
                .filter(shard -> worker != null && worker.equals(shard.worker))
                .count();
        assertThat(turns).as("turns of %s", worker).isLessThanOrEqualTo(slots.getOrDefault(worker, 0));
    }

    void end() {
        assertThat(queue).isEmpty();
        shards.values().forEach(ObservedShard::end);
    }

    private ObservedShard shard(String id) {
        return shards.computeIfAbsent(id, ObservedShard::new);
    }
}
