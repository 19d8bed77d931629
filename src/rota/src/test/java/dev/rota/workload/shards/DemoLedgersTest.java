package dev.rota.workload.shards;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Decision;
import dev.rota.engine.Rejection;
import dev.rota.shards.Batch;
import dev.rota.shards.BatchExecuted;
import dev.rota.shards.DeadLetter;
import dev.rota.shards.DeadLetterReason;
import dev.rota.shards.Receipt;
import dev.rota.shards.ReceiptStatus;
import dev.rota.shards.ShardBlock;
import dev.rota.shards.ShardCause;
import dev.rota.shards.ShardState;
import dev.rota.shards.ShardsTopics;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.WorkerReady;
import dev.rota.shards.scheduler.ShardsDomain;
import dev.rota.testing.TestLog;
import dev.rota.worker.Blocks;
import dev.rota.worker.Execution;
import dev.rota.worker.Ledger;
import dev.rota.worker.state.ShardStates;
import dev.rota.workload.Traffic;
import dev.rota.workload.Traffic.Fact;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/** Runs the demo's traffic with its executor. */
class DemoLedgersTest {

    private static final long START = 1_700_000_000_000L;
    private static final String WORKER = "w";

    /** The duration of a batch, long enough that a burst outlasts a quantum. */
    private static final long BATCH_MS = 30;

    private final TestLog log = TestLog.warm(new ShardsDomain());
    private final ShardStates states = ShardStates.temporary("default");

    @Test
    void shouldShowAllThatCanHappenToATransfer() {
        // when
        List<Decision> decided = play(new ShardsWorkloads().demo(new ShardsDomain()), START, 300);

        // then
        assertThat(values(decided, Rejection.class)).isEmpty();
        assertThat(receipts(decided).map(Receipt::getStatus).distinct())
                .containsExactlyInAnyOrder(ReceiptStatus.SUCCEEDED, ReceiptStatus.REVERTED);
        assertThat(values(decided, DeadLetter.class))
                .hasSizeGreaterThan(20)
                .allMatch(letter -> letter.getReason() == DeadLetterReason.INVALID)
                .allMatch(letter -> letter.getTransaction().startsWith("wrong-"));
        assertThat(values(decided, ShardState.class).map(ShardState::getCause).distinct())
                .contains(
                        ShardCause.SCHEDULED,
                        ShardCause.DISPATCHED,
                        ShardCause.DRAINED,
                        ShardCause.QUANTUM,
                        ShardCause.PAUSED,
                        ShardCause.RESUMED);
        assertThat(states.shards()).isEqualTo(12);
    }

    @Test
    void shouldContinueWhereAnotherStopped() {
        // given a demo that left the shard of a city paused
        play(new ShardsWorkloads().demo(new ShardsDomain()), START, 30);

        // when
        List<Decision> decided = play(new ShardsWorkloads().demo(new ShardsDomain()), START + 100_000, 60);

        // then
        assertThat(values(decided, Rejection.class)).isEmpty();
        assertThat(values(decided, DeadLetter.class))
                .allMatch(letter -> letter.getTransaction().startsWith("wrong-"));
        assertThat(values(decided, ShardBlock.class).map(ShardBlock::getShard).distinct())
                .hasSize(12);
    }

    @Test
    void shouldBeginALedgerAnewWhenATransferWasLost() {
        // given
        Traffic demo = new ShardsWorkloads().demo(new ShardsDomain());
        List<Decision> before = play(demo, START, 10);
        ShardBlock lost = values(before, ShardBlock.class).findFirst().orElseThrow();
        String transaction = lost.getReceipts().get(0).getTransaction();

        // when
        demo.answer(
                ShardsTopics.DEAD_LETTERS.topic(),
                DeadLetter.newBuilder()
                        .setPool("default")
                        .setShard(lost.getShard())
                        .setTransaction(transaction)
                        .setPayload(Blocks.bytes(""))
                        .setToken(1L)
                        .setReason(DeadLetterReason.ATTEMPTS_EXHAUSTED)
                        .setMessage("")
                        .build());
        List<Decision> after = play(demo, START + 10_000, 10);

        // then
        String book = transaction.substring(0, transaction.indexOf('-'));
        assertThat(values(after, ShardBlock.class)
                        .filter(block -> block.getShard().equals(lost.getShard()))
                        .flatMap(block -> block.getReceipts().stream())
                        .map(Receipt::getTransaction))
                .isNotEmpty()
                .allMatch(id -> id.startsWith(book + "-2-"));
        assertThat(values(after, DeadLetter.class))
                .allMatch(letter -> letter.getTransaction().startsWith("wrong-"));
    }

    private static Stream<Receipt> receipts(List<Decision> decided) {
        return values(decided, ShardBlock.class).flatMap(block -> block.getReceipts().stream());
    }

    private static <T> Stream<T> values(List<Decision> decided, Class<T> type) {
        return decided.stream().map(Decision::value).filter(type::isInstance).map(type::cast);
    }

    /** Plays the traffic in turns of half a second, passes each decision to it at once, and executes each batch. */
    private List<Decision> play(Traffic traffic, long start, int seconds) {
        List<Decision> all = new ArrayList<>();
        for (int turn = 0; turn < 2 * seconds; turn++) {
            long time = start + turn * 500L;
            Deque<Fact> facts = new ArrayDeque<>();
            facts.add(said(new WorkerReady(2, "life", 0)));
            facts.addAll(traffic.at(time));
            while (!facts.isEmpty()) {
                Fact fact = facts.poll();
                for (Decision decision : log.feed(fact.topic(), time, fact.value())) {
                    all.add(decision);
                    facts.addAll(traffic.answer(decision.output().topic(), decision.value()));
                    if (decision.value() instanceof ShardBlock block) {
                        states.apply(block);
                        states.commit();
                    } else if (decision.value() instanceof Batch batch) {
                        facts.add(said(executed(batch)));
                    }
                }
            }
        }
        return all;
    }

    private BatchExecuted executed(Batch batch) {
        Execution execution =
                new Ledger().execute(states.view(batch.getShard()), batch.getEnvironment(), batch.getTransactions());
        return BatchExecuted.newBuilder()
                .setShard(batch.getShard())
                .setToken(batch.getToken())
                .setBatch(batch.getBatch())
                .setElapsedMs(BATCH_MS * batch.getBatch())
                .setReceipts(execution.receipts())
                .setStateDiff(execution.stateDiff())
                .build();
    }

    private static Fact said(SpecificRecord event) {
        return new Fact(ShardsTopics.WORKERS, WORKER, new WorkerEvent("default", WORKER, event));
    }
}
